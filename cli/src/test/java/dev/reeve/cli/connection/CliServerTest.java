package dev.reeve.cli.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.MessageOperations;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.Start;
import dev.reeve.UndeliverableMessage;
import dev.reeve.agent.StepFailure;
import dev.reeve.cli.Shop;
import dev.reeve.cli.Terminal;
import dev.reeve.cli.message.MessageChanges;
import dev.reeve.cli.server.LiveServer;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.server.ServerSettings;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The command line beside a live server, whose key says who acts")
final class CliServerTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @SuppressWarnings("NullAway.Init") // set before each test
    private LiveServer live;

    private final Terminal terminal = new Terminal();

    @BeforeEach
    void serve() {
        live = LiveServer.open(
                ServerSettings.of(Map.of(), Map.of(), Map.of("listen.port", "0", "directory", data().toString())));
        Shop.fill(live.reeve());
    }

    @AfterEach
    void close() {
        live.close();
    }

    private Path data() {
        return directory.resolve("data");
    }

    private String address() {
        return live.server().address().toString();
    }

    /** As the administrator. */
    private int reeve(String... args) {
        return with(data().resolve("admin.key"), args);
    }

    private void done(String... args) {
        assertThat(reeve(args)).as(() -> List.of(args) + ": " + terminal.err()).isZero();
    }

    private int with(Path key, String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--server", address(), "--key-file", key.toString()));
        return terminal.run(all.toArray(String[]::new));
    }

    private Path key(String name, String role) throws IOException {
        assertThat(terminal.run("key", "create", name, "--role", role, "--set", "directory=" + data()))
                .isZero();
        return Files.writeString(
                directory.resolve(name + ".key"), terminal.lines().getFirst());
    }

    @Test
    @DisplayName("The server shows the same as the store")
    void reads() {
        done("list");
        assertThat(terminal.lines()).hasSize(5);
        done("list", "--label", "shop=berlin", "--limit", "1");
        assertThat(terminal.out()).contains("key good");
        done("show", "bad-1");
        assertThat(terminal.out()).contains("ESCALATED", "DECLINED", "order o-11 of -1 cents");
        done("show", "good", "--history");
        assertThat(terminal.out()).contains("ExecutionCompleted");
        done("explain", "idle");
        assertThat(terminal.out()).contains("nobody.comes");
        done("explain", "idle", "--step", "wait", "--if", "SILENT");
        done("inbox");
        assertThat(terminal.out()).contains("3 × card.charge failed with");
        done("nodes");
        done("service", "list");
        done("message", "list");
        assertThat(reeve("show", "nothing-of-this-name")).isEqualTo(1);
        assertThat(terminal.err()).contains("there is no execution with the id or key 'nothing-of-this-name'");
    }

    @Test
    @DisplayName("A verb is recorded for the owner of the key")
    void decides() throws IOException {
        Path ann = key("ann", "operator");

        assertThat(with(ann, "skip", "bad-1", "pay", "--reason", "seen the receipt"))
                .as(terminal.err())
                .isZero();
        assertThat(terminal.out()).contains("skip pay, by ann");
        assertThat(with(ann, "resolve", "bad-2", "pay", "--output", "{\"paid\":1}", "--by", "ann", "--reason", "cash"))
                .isZero();
        assertThat(with(ann, "retry", "bad-3", "pay", "--by", "bob", "--reason", "again"))
                .as("another name is refused")
                .isEqualTo(1);
        assertThat(terminal.err()).contains("'ann' may not act as 'bob'");
        assertThat(with(ann, "pause", "idle", "--reason", "stock-taking", "--json"))
                .isZero();
        assertThat(terminal.out()).contains("\"actor\":\"ann\"", "\"status\":\"PAUSED\"");
        assertThat(with(ann, "resume", "idle", "--reason", "counted")).isZero();
        assertThat(with(ann, "bulk", "retry", "--action", "card.charge", "--reason", "the bank is back"))
                .isZero();
        assertThat(terminal.out()).contains("retry, by ann: ");
        assertThat(with(ann, "cancel", "idle", "--reason", "not needed")).isZero();
        assertThat(with(ann, "rerun", "good", "ship", "--reason", "lost on its way"))
                .isZero();
        assertThat(terminal.out()).contains("by ann; execution ");
        done("show", "bad-1", "--history");
        assertThat(terminal.out()).contains("\"actor\":\"ann\"", "\"reason\":\"seen the receipt\"");
    }

    @Test
    @DisplayName("A signal, a definition, a schedule and an action")
    void steers() throws IOException {
        Path file = Files.writeString(
                directory.resolve("loan.yaml"), "workflow: loan\nsteps:\n  a: { await: { signal: approved } }\n");
        Path next = Files.writeString(
                directory.resolve("next.yaml"),
                "workflow: loan\nversion: 2\nsteps:\n  a: { await: { signal: approved } }\n");
        done("deploy", file.toString());
        assertThat(terminal.out()).contains("loan version 1 is deployed");
        Execution loan = live.reeve().start("loan", Map.of(), Start.key("loan-1"));
        done("check", next.toString());
        done("deploy", next.toString());
        done("move", "loan-1", "--to", "2", "--reason", "the newest");
        assertThat(reeve("undeploy", "loan", "1", "--reason", "unused"))
                .as(terminal.err())
                .isEqualTo(1);
        done("signal", "loan-1", "approved", "--data", "{\"limit\":5}", "--id", "s-1");
        assertThat(loan.awaitEnd(Shop.PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        done("validate", next.toString());

        live.reeve().schedules().put("yearly", Map.of(), Schedule.every("loan", Duration.ofDays(300)));
        done("schedule", "pause", "yearly", "--reason", "holidays");
        done("schedule", "list");
        assertThat(terminal.out()).contains("paused since", "by admin: holidays");
        done("schedule", "changes", "yearly");
        assertThat(terminal.out()).contains("paused by admin: holidays");
        done("schedule", "resume", "yearly", "--reason", "over");
        done("schedule", "delete", "yearly", "--reason", "not needed", "--json");
        assertThat(terminal.out()).contains("\"actor\":\"admin\"");

        done("service", "pause", "card.charge", "--reason", "the bank asked us to");
        assertThat(terminal.out()).contains("by admin: the bank asked us to");
        done("service", "list");
        assertThat(terminal.out()).contains("card.charge is paused since");
        done("service", "resume", "card.charge", "--reason", "it is back");
        done("service", "changes", "card.charge");
        assertThat(terminal.lines()).hasSize(2);
        done("message", "redeliver", "--all");
        assertThat(terminal.out()).contains("0 messages are sent again");
    }

    @Test
    @DisplayName("A command that reads the whole store is refused, and the message names the way")
    void refusesWhatNeedsTheStore() {
        assertThat(reeve("verify")).isEqualTo(1);
        assertThat(terminal.err()).contains("not possible through a server", "--store FILE");
    }

    @Test
    @DisplayName("An export through the server has the lines of one of the store, without what identifies attempts")
    void exports() {
        Path store = data().resolve("reeve.db");
        for (String[] options :
                List.<String[]>of(new String[] {"export"}, new String[] {"export", "good"}, new String[] {
                    "export", "--label", "shop=berlin", "--before", "2000-01-01T00:00:00Z"
                })) {
            done(options);
            List<String> served = terminal.lines();

            assertThat(terminal.run(store, options)).as(terminal.err()).isZero();
            List<String> stored = new ArrayList<>(terminal.lines());
            stored.replaceAll(line -> line.replaceAll("\"(seed|nonce)\":\"[0-9a-f]+\"", "\"$1\":\"0\""));
            assertThat(served.getLast()).contains("\"sha256\"");
            assertThat(served.subList(0, served.size() - 1)).isEqualTo(stored.subList(0, stored.size() - 1));
        }
        assertThat(reeve("export", "no such")).isEqualTo(1);
    }

    @Test
    @DisplayName("watch prints the events as they happen, and ends with the execution")
    void watches() throws Exception {
        live.reeve().deploy(DefinitionReader.parse("workflow: loan\nsteps:\n  a: { await: { signal: approved } }\n"));
        Execution loan = live.reeve().start("loan", Map.of(), Start.key("loan-1"));
        try (ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Integer> watching =
                    CompletableFuture.supplyAsync(() -> reeve("watch", "loan-1", "--interval", "1"), others);
            Awaitility.await().atMost(Shop.PATIENCE).until(() -> terminal.out().contains("ExecutionStarted"));
            assertThat(watching).isNotDone();
            loan.signal("approved", true);

            assertThat(watching.get()).isZero();
        }
        assertThat(terminal.out()).containsOnlyOnce("ExecutionStarted").contains("ExecutionCompleted");
        assertThat(terminal.err()).contains("is COMPLETED");

        Execution refused = live.reeve().find("bad-1").orElseThrow();
        refused.cancel("enough");
        Awaitility.await().atMost(Shop.PATIENCE).until(() -> refused.summary().endedAt() != null);
        assertThat(reeve("watch", "bad-1", "--json")).isEqualTo(1);
        assertThat(terminal.lines()).hasSize(1);
        assertThat(terminal.run(
                        "watch", "bad-1", "--store", data().resolve("reeve.db").toString()))
                .as("beside the engine, from the store itself")
                .isEqualTo(1);
        assertThat(terminal.out()).contains("ExecutionStarted");
    }

    @Test
    @DisplayName("top shows the engine, the actions and the inbox; without a server, what the store knows")
    void top() {
        live.reeve()
                .agent("mail")
                .action("mail.send", Map.class, (input, step) -> {
                    throw StepFailure.businessError("NO", "no");
                })
                .start();
        done("top", "--count", "2", "--interval", "1");
        assertThat(terminal.out())
                .contains("the server " + address(), "ENGINE", "mail.send", "CLOSED", "3 executions need a person")
                .contains("3 × card.charge failed with")
                .contains("commits and decisions per second: with the next look")
                .containsPattern("[0-9]+ commits/s, [0-9]+ decisions/s");
        done("top", "--count", "1", "--json");
        assertThat(terminal.lines()).hasSize(1);
        assertThat(terminal.out()).contains("\"health\":{", "\"services\":{", "\"nodes\":{", "\"inbox\":{");
        assertThat(terminal.run(
                        "top",
                        "--count",
                        "1",
                        "--store",
                        data().resolve("reeve.db").toString()))
                .isZero();
        assertThat(terminal.out()).contains("3 executions need a person").doesNotContain("ACTION");
        assertThat(reeve("top", "--interval", "0")).isEqualTo(2);
    }

    @Test
    @DisplayName("A wrong key, a wrong address and options that do not go together are one line each")
    void tellsMistakes() throws IOException {
        Path viewer = key("viewer", "viewer");
        assertThat(with(viewer, "list")).isZero();
        assertThat(with(viewer, "cancel", "idle", "--reason", "x")).isEqualTo(1);
        assertThat(terminal.err()).contains("viewer");
        assertThat(terminal.run("list", "--server", address())).isEqualTo(1);
        assertThat(terminal.err().lines()).hasSize(1);
        assertThat(terminal.err()).contains("--key-file", "REEVE_API_KEY");
        Path wrong = Files.writeString(directory.resolve("wrong.key"), "reeve_0");
        assertThat(with(wrong, "list")).isEqualTo(1);
        assertThat(with(directory.resolve("none.key"), "list")).isEqualTo(1);
        assertThat(terminal.err()).contains("cannot be read");
        assertThat(terminal.run("list", "--server", "ftp://127.0.0.1")).isEqualTo(1);
        assertThat(terminal.err()).contains("https://reeve.example.com");
        assertThat(terminal.run("list", "--server", "not an address")).isEqualTo(1);
        assertThat(terminal.run("list", "--server", address(), "--store", "x.db"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("name a server or a store");
        assertThat(terminal.run("list", "--store", "x.db", "--key-file", "k")).isEqualTo(2);
        assertThat(terminal.err()).contains("--key-file belongs to --server");
        assertThat(terminal.run("pause", "x", "--server", address(), "--take-over", "--reason", "r"))
                .isEqualTo(1);
        assertThat(terminal.run("list")).isEqualTo(2);
        assertThat(terminal.err()).contains("--store FILE", "--jdbc URL", "--server URL");
    }

    @Test
    @DisplayName("The variables name a server if no option names a store; an option wins")
    void environment() throws IOException {
        String key = Files.readString(data().resolve("admin.key")).strip();
        StoreOptions options = new StoreOptions();
        options.surroundWith(Map.of(ServerOptions.SERVER, address(), ServerOptions.API_KEY, key));

        assertThat(options.isServer()).isTrue();
        try (Reeve reeve = options.connect()) {
            assertThat(reeve.actor().name()).isEqualTo("admin");
        }
    }

    @Test
    @DisplayName("The key of the environment goes to the server of the environment only")
    void keyOfAnotherServer() throws IOException {
        String key = Files.readString(data().resolve("admin.key")).strip();
        Map<String, String> elsewhere =
                Map.of(ServerOptions.SERVER, "https://reeve.example.com", ServerOptions.API_KEY, key);
        Profile here = new Profile(List.of(address()), null, null);

        try (Reeve reeve = new ServerOptions().connect(here, elsewhere)) {
            assertThatThrownBy(reeve::actor).hasMessageContaining("Authorization");
        }
        try (Reeve reeve = new ServerOptions().connect(here, Map.of(ServerOptions.API_KEY, key))) {
            assertThat(reeve.actor().name()).isEqualTo("admin");
        }
    }

    @Test
    @DisplayName("Messages whose receiver refuses them again are sent once")
    void redeliversOnce() {
        ExecutionId one = ExecutionId.parse("0197f3a2-0000-7000-8000-000000000001");
        List<ExecutionId> sent = new ArrayList<>();
        MessageOperations refusing = (MessageOperations) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {MessageOperations.class}, (proxy, method, args) -> {
                    if (method.getName().equals("undeliverable")) {
                        return List.of(new UndeliverableMessage(
                                one,
                                1,
                                Instant.EPOCH,
                                "https://shop.example.com",
                                "dev.reeve.execution.completed",
                                5,
                                "no"));
                    }
                    sent.add(one);
                    return 1;
                });
        Reeve reeve = (Reeve) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Reeve.class}, (proxy, method, args) -> refusing);

        assertThat(MessageChanges.at(reeve).redeliverAll()).isEqualTo(1);
        assertThat(sent).containsExactly(one);
    }

    @Test
    @DisplayName("A profile names a server, its key and its namespace; what is wrong in the file is told")
    void profiles() throws IOException {
        Path file = Files.writeString(directory.resolve("profiles.yaml"), """
                production:
                  server: %s
                  keyFile: data/admin.key
                  namespace: billing
                broken: { sever: x }
                """.formatted(address()));

        assertThatThrownBy(() -> Profiles.read(file))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("unknown member 'sever' in 'broken'");
        Files.writeString(file, Files.readString(file).replace("sever:", "server:"));
        Profiles profiles = Profiles.read(file);
        Profile production = profiles.profile("production");
        try (Reeve reeve = new ServerOptions().connect(production, Map.of())) {
            assertThat(reeve.actor().name()).isEqualTo("admin");
        }
        assertThat(production.namespace()).isEqualTo("billing");
        assertThatThrownBy(() -> profiles.profile("producton")).hasMessageContaining("did you mean 'production'?");
        assertThatThrownBy(() -> Profiles.read(Files.writeString(file, "- a\n")))
                .hasMessageContaining("is no mapping");
        assertThatThrownBy(() -> Profiles.read(directory.resolve("none.yaml"))).hasMessageContaining("does not exist");
    }
}
