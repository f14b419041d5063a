package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.Schedule;
import dev.reeve.cli.server.LiveServer;
import dev.reeve.http.LocalDoor;
import dev.reeve.internal.server.ServerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Commands on a file that an application has open, through its local door")
final class LocalDoorTest {

    private static final String[] WHO = {"--by", "ann", "--reason", "the bank is back"};

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private final Terminal terminal = new Terminal();

    private Path file() {
        return directory.resolve("shop.db");
    }

    private Path door() {
        return directory.resolve("shop.db.door");
    }

    @BeforeEach
    void fill() {
        Shop.fill(file());
    }

    /** A command with an actor and a reason. */
    private void done(String command) {
        String[] words = command.split(" ");
        String[] all = Arrays.copyOf(words, words.length + WHO.length);
        System.arraycopy(WHO, 0, all, words.length, WHO.length);
        assertThat(terminal.run(file(), all))
                .as("%s: %s", command, terminal.err())
                .isZero();
    }

    private String recorded() throws IOException {
        return "ann (%s)".formatted(Files.getOwner(file()).getName());
    }

    @Test
    @DisplayName("Every verb is carried out by the application, which records the person and the user of the system")
    void verbs() throws IOException {
        try (Reeve reeve = Reeve.open(file());
                LocalDoor door = LocalDoor.open(reeve, file())) {
            assertThat(door.file()).isEqualTo(door().toRealPath());
            done("skip bad-1 pay");
            assertThat(terminal.out()).contains("skip pay, by " + recorded());
            done("resolve bad-2 pay --output {\"paid\":1}");
            done("retry bad-3 pay");
            done("pause idle");
            assertThat(reeve.find("idle").orElseThrow().status()).isEqualTo(ExecutionStatus.PAUSED);
            done("resume idle");
            done("cancel idle");
            done("rerun good ship");
            done("bulk pause --workflow desk");
            assertThat(terminal.out()).contains("pause, by " + recorded());
            done("service pause card.charge");
            assertThat(reeve.services().changes("card.charge").toString()).contains(recorded());
            done("service resume card.charge");

            assertThat(reeve.find("bad-1").orElseThrow().history().toString()).contains(recorded(), "the bank is back");
            assertThat(terminal.run(file(), "show", "bad-1", "--history")).isZero();
            assertThat(terminal.out()).contains("\"actor\":\"" + recorded() + "\"");
        }
        assertThat(door()).doesNotExist();
    }

    @Test
    @DisplayName("The application deploys, undeploys, changes schedules, and sends messages again")
    void definitionsAndSchedules() throws IOException {
        Path definition = Files.writeString(directory.resolve("loan.yaml"), """
                workflow: loan
                version: 1
                steps:
                  decision: { await: approved }
                """);
        try (Reeve reeve = Reeve.open(file());
                LocalDoor door = LocalDoor.open(reeve, file())) {
            assertThat(door.file()).exists();
            assertThat(terminal.run(file(), "deploy", definition.toString()))
                    .as(terminal.err())
                    .isZero();
            assertThat(reeve.definition("loan", 1)).isPresent();
            done("undeploy loan 1");
            assertThat(reeve.definition("loan", 1)).isEmpty();

            reeve.schedules().put("nightly", Map.of(), Schedule.cron("desk", "0 3 * * *", "UTC"));
            done("schedule pause nightly");
            assertThat(reeve.schedules().list().toString()).contains("pause=Pause[actor=" + recorded());
            done("schedule resume nightly");
            done("schedule delete nightly");
            assertThat(reeve.schedules().list()).isEmpty();

            assertThat(terminal.run(file(), "message", "redeliver", "--all"))
                    .as(terminal.err())
                    .isZero();
            assertThat(terminal.run(file(), "message", "redeliver", "good")).isEqualTo(1);
            assertThat(terminal.err()).contains("no message about execution");
        }
    }

    @Test
    @DisplayName("A namespace is that of the command")
    void namespaces() {
        try (Reeve reeve = Reeve.open(file());
                LocalDoor door = LocalDoor.open(reeve, file())) {
            assertThat(door.file()).exists();
            done("service pause fax.send --namespace billing");

            assertThat(reeve.namespace("billing").services().changes("fax.send"))
                    .hasSize(1);
            assertThat(reeve.services().changes("fax.send")).isEmpty();
        }
    }

    @Test
    @DisplayName("A mistake is reported as without an application, and so is a refusal of the engine")
    void mistakes() {
        try (Reeve reeve = Reeve.open(file());
                LocalDoor door = LocalDoor.open(reeve, file())) {
            assertThat(door.file()).exists();
            assertThat(terminal.run(file(), "retry", "bad-1", "pay", "--reason", "x"))
                    .isEqualTo(2);
            assertThat(terminal.err()).contains("--by");
            assertThat(terminal.run(file(), "retry", "good", "pay", "--by", "ann", "--reason", "x"))
                    .isEqualTo(1);
            assertThat(terminal.err()).contains("has ended");
            assertThat(terminal.run(file(), "retry", "nobody", "pay", "--by", "ann", "--reason", "x"))
                    .isEqualTo(1);
            assertThat(terminal.err()).contains("there is no execution with the id or key 'nobody'");
        }
    }

    @Test
    @DisplayName(
            "Two processes: a command reaches the application; after a crash the file of its door confuses nothing")
    void twoProcesses() throws IOException, InterruptedException {
        try (DoorProcess application = DoorProcess.start(file())) {
            done("pause idle");
            assertThat(terminal.out()).contains("pause, by " + recorded() + "; it is now PAUSED");
            application.kill();
        }
        assertThat(door()).exists();

        done("resume idle");
        assertThat(terminal.out()).as("directly").contains("resume, by ann; ");

        try (DoorProcess again = DoorProcess.start(file())) {
            done("cancel idle");
            assertThat(terminal.out()).as("through a new door").contains("cancel, by " + recorded());
            again.stop();
        }
        assertThat(door()).doesNotExist();
    }

    @Test
    @DisplayName("Beside an application without a door, the file of an earlier one changes nothing")
    void staleFile() throws IOException {
        String content = leftByACrash();
        try (Reeve reeve = Reeve.open(file())) {
            assertThat(reeve.nodes()).isNotEmpty();
            for (String command : List.of("pause idle", "service pause card.charge", "bulk pause --workflow desk")) {
                String[] words = (command + " --by ann --reason x").split(" ");
                assertThat(terminal.run(file(), words)).as(command).isEqualTo(1);
                assertThat(terminal.err()).as(command).contains("this process");
            }
            assertThat(door()).hasContent(content);
        }
    }

    /** The file of a door whose process has ended, and whose port is free. */
    private String leftByACrash() throws IOException {
        String content;
        try (Reeve reeve = Reeve.open(file());
                LocalDoor door = LocalDoor.open(reeve, file())) {
            content = Files.readString(door.file());
        }
        write(content);
        return content;
    }

    private void write(String content) throws IOException {
        Files.writeString(door(), content);
        Files.setPosixFilePermissions(door(), PosixFilePermissions.fromString("rw-------"));
    }

    /** A program that got the port of a door that is gone. It answers each connection with this text. */
    private static final class Impostor implements AutoCloseable {

        private final ServerSocket socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        private final List<String> received = new CopyOnWriteArrayList<>();

        Impostor(String answer) throws IOException {
            Thread.ofVirtual().start(() -> {
                while (!socket.isClosed()) {
                    try (Socket client = socket.accept()) {
                        byte[] bytes = new byte[8_192];
                        InputStream in = client.getInputStream();
                        received.add(new String(bytes, 0, Math.max(0, in.read(bytes)), StandardCharsets.UTF_8));
                        client.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                        client.getOutputStream().flush();
                    } catch (IOException e) {
                        // the next one
                    }
                }
            });
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 64\r\n\r\n0000000000000000000000000000000000000000000000000000000000000000",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
                "nonsense\r\n\r\n",
                "",
            })
    @DisplayName("Another program that has the port of a door that is gone gets no key, and is not believed")
    void impostor(String answer) throws IOException {
        String content = leftByACrash();
        try (Impostor impostor = new Impostor(answer);
                Reeve reeve = Reeve.open(file())) {
            write(content.replaceFirst("\"port\":\\d+", "\"port\":" + impostor.socket.getLocalPort()));
            assertThat(terminal.run(file(), "pause", "idle", "--by", "ann", "--reason", "x"))
                    .isEqualTo(1);

            assertThat(terminal.err()).contains("is run by this process, which has no local door");
            assertThat(reeve.find("idle").orElseThrow().status()).isEqualTo(ExecutionStatus.RUNNING);
            String key = content.replaceFirst("(?s).*\"key\":\"([^\"]+)\".*", "$1");
            assertThat(impostor.received)
                    .isNotEmpty()
                    .allSatisfy(request -> assertThat(request)
                            .startsWith("GET /door?challenge=")
                            .doesNotContain(key)
                            .doesNotContainIgnoringCase("authorization"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-rw----", "rwxrwxrwx"})
    @DisplayName("A file that others could read or write is not used, and the command says so")
    void widePermissions(String permissions) throws IOException {
        try (Reeve reeve = Reeve.open(file());
                LocalDoor door = LocalDoor.open(reeve, file())) {
            Files.setPosixFilePermissions(door.file(), PosixFilePermissions.fromString(permissions));

            for (String command : List.of("pause idle", "service pause card.charge")) {
                String[] words = (command + " --by ann --reason x").split(" ");
                assertThat(terminal.run(file(), words)).isEqualTo(1);
                assertThat(terminal.err())
                        .contains("is run by this process, and its local door is not used", permissions)
                        .hasLineCount(1);
            }
        }
    }

    @Test
    @DisplayName("Neither a link nor a damaged file is followed")
    void linkAndDamage() throws IOException {
        try (Reeve reeve = Reeve.open(file());
                LocalDoor door = LocalDoor.open(reeve, file())) {
            Path moved = Files.move(door.file(), directory.resolve("elsewhere"));
            Files.createSymbolicLink(door.file(), moved);
            assertThat(terminal.run(file(), "pause", "idle", "--by", "ann", "--reason", "x"))
                    .isEqualTo(1);
            assertThat(terminal.err()).contains("is a symbolic link");

            Files.delete(door.file());
            write("{\"format\":1,\"port\":1}");
            assertThat(terminal.run(file(), "pause", "idle", "--by", "ann", "--reason", "x"))
                    .isEqualTo(1);
            assertThat(terminal.err()).contains("is damaged");
        }
    }

    @Test
    @DisplayName("dev and server have a door, and their record names who came through it")
    void serversHaveOne() throws IOException {
        Path data = directory.resolve("data");
        try (LiveServer live = LiveServer.open(ServerSettings.of(
                Map.of(),
                Map.of(),
                Map.of("listen.port", "0", "directory", data.toString(), "store.file", file().toString())))) {
            assertThat(live.server().address()).isNotNull();
            done("pause idle");
            assertThat(terminal.out()).contains("pause, by " + recorded());
        }
        assertThat(Files.readString(data.resolve("record.jsonl"))).contains(recorded());
        assertThat(door()).doesNotExist();
    }
}
