package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The archive of the command line")
final class DistributionTest {

    private static final String NAME = "reeve-" + System.getProperty("project.version");

    @TempDir
    private Path directory;

    /** Requests under way have 20 seconds, and attempts under way 10. Here are none. */
    private static final long DRAIN_SECONDS_MAX = 30;

    private static final String WAITING = """
            workflow: waiting
            steps:
              go: { await: { signal: go } }
            """;

    /** The unpacked archive. */
    private Path home = Path.of("");

    @BeforeEach
    void unpacked() throws IOException {
        home = Files.createDirectory(directory.resolve("a path with spaces"));
        unpack(Path.of("").toAbsolutePath().resolve("../cli/target/" + NAME + ".zip"));
        home = home.resolve(NAME);
    }

    @Test
    @DisplayName("The unpacked archive runs: the version, a definition, no store, a mistake, the completion script")
    void runsWhereItIsUnpacked() throws Exception {
        String definition = write("w.yaml", "workflow: w\nsteps:\n  pay: { action: payment.charge }\n");
        String store = write("notes.txt", "buy milk");

        assertThat(reeve(0, "--version")).contains("reeve " + System.getProperty("project.version"));
        assertThat(reeve(0, "validate", definition)).contains("the definition is valid");
        assertThat(reeve(0, "graph", definition)).contains("payment.charge");
        // the drivers of both databases are there
        assertThat(reeve(1, "list", "--store", store)).contains("reeve: ", "not a database");
        assertThat(reeve(1, "list", "--jdbc", "jdbc:postgresql://127.0.0.1:1/x"))
                .contains("127.0.0.1:1 refused");
        assertThat(reeve(2, "list", "--store", "a", "--limit", "many")).contains("  --limit=");
        assertThat(reeve(0, "completion")).contains("_reeve");
    }

    @Test
    @DisplayName("The jar runs by itself, and a link to bin/reeve does as well; the licence and a page are there")
    void jarAndLink() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("reeve"), home.resolve("bin/reeve"));

        assertThat(run(
                        0,
                        System.getProperty("java.home") + "/bin/java",
                        "-jar",
                        home.resolve("reeve.jar").toString(),
                        "--version"))
                .startsWith("reeve ");
        assertThat(run(0, "sh", link.toString(), "--version")).startsWith("reeve ");
        assertThat(home.resolve("LICENSE")).content().contains("Apache License");
        assertThat(home.resolve("README.md")).content().contains("bin/reeve --help");
    }

    @Test
    @DisplayName("The bill of materials names exactly the libraries that are there")
    void billOfMaterials() throws IOException {
        Set<String> named = new TreeSet<>();
        Matcher purl = Pattern.compile("\"purl\" : \"pkg:maven/[^/]+/([^@\"]+)@([^?\"]+)\\?type=jar\"")
                .matcher(Files.readString(home.resolve("bom.json")));
        while (purl.find()) {
            named.add("%s-%s.jar".formatted(purl.group(1), purl.group(2)));
        }
        Set<String> libraries = new TreeSet<>();
        try (Stream<Path> files = Files.list(home.resolve("lib"))) {
            files.forEach(file -> libraries.add(file.getFileName().toString()));
        }
        libraries.add("reeve-cli-%s.jar".formatted(System.getProperty("project.version"))); // reeve.jar itself

        assertThat(named).isEqualTo(libraries);
    }

    @Test
    @DisplayName("Its server ends in order after SIGTERM, within its drain and with the documented code, and a later "
            + "one goes on with its store")
    void endsInOrder() throws Exception {
        Path data = directory.resolve("data");
        String[] arguments = {"server", "--set", "listen.port=0", "--set", "directory=" + data};
        String started;
        try (Server server = serve(arguments);
                HttpClient client = client()) {
            assertThat(client.send(server.get("/health/ready"), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
            String key = Files.readString(data.resolve("admin.key")).strip();
            server.post(client, key, "/v1/definitions", "application/yaml", WAITING);
            started = server.post(client, key, "/v1/executions", "application/json", "{\"workflow\":\"waiting\"}");
            HttpRequest changes = HttpRequest.newBuilder(server.address().resolve("/v1/changes"))
                    .header("Authorization", "Bearer " + key)
                    .build();
            // the answer's head is here, so the stream is open
            InputStream stream =
                    client.send(changes, BodyHandlers.ofInputStream()).body();

            server.terminate();

            // the end of the stream, and no broken connection
            assertThat(stream.readAllBytes()).isNotNull();
            assertThat(server.process().waitFor(DRAIN_SECONDS_MAX, TimeUnit.SECONDS))
                    .as("it ends within its drain")
                    .isTrue();
            assertThat(server.process().exitValue()).isEqualTo(143);
        }
        try (Server server = serve(arguments);
                HttpClient client = client()) {
            String key = Files.readString(data.resolve("admin.key")).strip();
            String id = started.replaceAll("(?s).*\"id\":\"([^\"]*)\".*", "$1");
            assertThat(server.post(
                            client, key, "/v1/executions/" + id + "/signals/go", "application/json", "{\"ok\":true}"))
                    .isNotNull();
            server.terminate();
            assertThat(server.process().waitFor(DRAIN_SECONDS_MAX, TimeUnit.SECONDS))
                    .isTrue();
        }
        assertThat(Path.of("../docs/guide/deploying.md")).content().contains("Then it ends with the code 143.");
        assertThat(Path.of("../docs/deploy/systemd/reeve.service"))
                .content()
                .contains("\nSuccessExitStatus=143\n", "\nTimeoutStopSec=60\n");
    }

    @Test
    @Tag("proof")
    @DisplayName("From 'reeve dev' to a completed workflow with the commands of the README takes less than a minute")
    void withCurlAlone() throws Exception {
        String block = Pages.block(Files.readString(Path.of("../README.md")), "a test runs this block");
        long begun = System.nanoTime();
        try (Server server = serve(
                "dev", "--port", "0", "--directory", directory.resolve("data").toString())) {
            long millis = (System.nanoTime() - begun) / 1_000_000;
            String script =
                    block.replace("http://127.0.0.1:8080", server.address().toString());
            String said = run(0, "bash", "-euc", "cd '%s'\n%s".formatted(directory, script));

            assertThat(said).endsWith("\"status\":\"COMPLETED\",\"ended\":true,\"output\":\"r-17\"}");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMinutes(1));
            System.out.printf("reeve dev was ready after %,d ms%n", millis);
        }
    }

    @Test
    @DisplayName("In bash it completes commands and options")
    void completesInBash() throws Exception {
        String script =
                "source '%s'; complete -p reeve; COMP_WORDS=(reeve retry --in); COMP_CWORD=2; _reeve; echo \"${COMPREPLY[*]}\""
                        .formatted(home.resolve("completion/reeve.bash"));

        assertThat(run(0, "bash", "-c", script).lines())
                .containsExactly("complete -o default -F _reeve reeve", "--input");
    }

    @Test
    @DisplayName("In zsh, where it is installed, it completes commands and options")
    void completesInZsh() throws Exception {
        Optional<Path> zsh = Stream.of(System.getenv("PATH").split(":", -1))
                .map(each -> Path.of(each, "zsh"))
                .filter(Files::isExecutable)
                .findFirst();
        assumeThat(zsh).as("zsh").isPresent();

        // A terminal of its own, in which a user types, presses the tabulator, and runs what is there then.
        String script = """
                zmodload zsh/zpty
                zpty shell '%1$s -f -i'
                zpty -w shell "PS1=; fpath=('%2$s' \\$fpath); autoload -U compinit; compinit -u -D; reeve() { print to''ld \\$*; }; print rea''dy"
                while zpty -r shell line; do [[ $line == *ready* ]] && break; done
                zpty -w shell $'reeve servi\tpau\tx --js\t'
                while zpty -r shell line; do [[ $line == *told* ]] && break; done
                print -r -- $line
                """.formatted(zsh.orElseThrow(), home.resolve("completion"));
        assertThat(run(0, zsh.orElseThrow().toString(), "-f", "-c", script)).contains("told service pause x --json");
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private String reeve(int code, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("sh", home.resolve("bin/reeve").toString()));
        command.addAll(List.of(arguments));
        return run(code, command.toArray(String[]::new));
    }

    private String run(int code, String... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", "");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("REEVE_JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("no end after a minute: " + List.of(command));
        }
        String text = Files.readString(out);
        assertThat(process.exitValue()).as(text).isEqualTo(code);
        return text;
    }

    private static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private Server serve(String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("sh", home.resolve("bin/reeve").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).directory(directory.toFile());
        builder.environment().put("REEVE_JAVA_HOME", System.getProperty("java.home"));
        return Server.started(builder.start());
    }

    /** A process that listens. */
    private record Server(Process process, URI address) implements AutoCloseable {

        private static final Pattern LISTENS = Pattern.compile("Reeve listens on (http:[^ ,]+)");

        static Server started(Process process) throws IOException {
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            StringBuilder said = new StringBuilder();
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                said.append(line).append('\n');
                Matcher listens = LISTENS.matcher(line);
                if (listens.find()) {
                    return new Server(process, URI.create(listens.group(1)));
                }
            }
            throw new AssertionError("it does not listen: " + said);
        }

        /** Sends SIGTERM. Process.destroy would also close the streams. */
        void terminate() {
            process.toHandle().destroy();
        }

        HttpRequest get(String path) {
            return HttpRequest.newBuilder(address.resolve(path))
                    .timeout(Duration.ofSeconds(30))
                    .build();
        }

        String post(HttpClient client, String key, String path, String type, String body)
                throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(address.resolve(path))
                    .timeout(Duration.ofSeconds(30))
                    .header("Authorization", "Bearer " + key)
                    .header("Content-Type", type)
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
            return answer.body();
        }

        @Override
        public void close() {
            process.toHandle().destroyForcibly();
        }
    }

    private void unpack(Path zip) throws IOException {
        try (InputStream file = Files.newInputStream(zip);
                ZipInputStream entries = new ZipInputStream(file)) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path target = home.resolve(entry.getName()).normalize();
                assertThat(target.startsWith(home))
                        .as("%s stays inside", target)
                        .isTrue();
                if (!entry.isDirectory()) {
                    Files.createDirectories(target.getParent());
                    Files.copy(entries, target);
                }
            }
        }
    }
}
