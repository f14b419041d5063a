package dev.reeve.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.workflow.Workflow;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The commands beside an engine that runs, on a real server. */
final class CliPostgresTest {

    @SuppressWarnings("NullAway.Init") // before all tests
    private static EmbeddedPostgres server;

    private static int databases;

    private static final String LOAN = """
            workflow: loan
            version: 1
            steps:
              asked: { await: asked }
              rest: { wait: 9d, after: [asked] }
            """;

    private final Terminal terminal = new Terminal();

    private String database = "";

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "off")
                .setServerConfig("reeve.throwaway", "on")
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @BeforeEach
    void create() throws SQLException {
        database = "shop" + databases++;
        try (Connection connection = server.getPostgresDatabase().getConnection()) {
            connection.createStatement().execute("create database " + database);
        }
    }

    private Reeve engine() {
        return engine(NodeOptions.defaults());
    }

    private Reeve engine(NodeOptions options) {
        return Reeve.open(server.getDatabase("postgres", database), options);
    }

    private int reeve(String command, String... args) {
        String[] all = new String[args.length + 5];
        all[0] = command;
        all[1] = "--jdbc";
        all[2] = "jdbc:postgresql://localhost:%d/%s".formatted(server.getPort(), database);
        all[3] = "--user";
        all[4] = "postgres";
        System.arraycopy(args, 0, all, 5, args.length);
        return terminal.run(all);
    }

    @Test
    @DisplayName("reading does not take the store over, and a running engine continues")
    void readingBesideARunningEngine() {
        try (Reeve reeve = engine()) {
            Shop.fill(reeve);

            assertThat(reeve("list")).isZero();
            assertThat(terminal.lines()).hasSize(5);
            assertThat(reeve("inbox")).isZero();
            assertThat(terminal.out()).contains("3 × card.charge failed with BUSINESS DECLINED");
            assertThat(reeve("explain", "bad-1")).isZero();
            assertThat(terminal.out()).contains("in front of a person since");
            assertThat(reeve("verify")).isZero();
            assertThat(terminal.err()).contains("5 executions, all sound");

            reeve.find("bad-1").orElseThrow().actingAs("ann").recovery().skip("pay");
            assertThat(reeve.find("bad-1").orElseThrow().awaitEnd(Shop.PATIENCE).status())
                    .isEqualTo(ExecutionStatus.COMPLETED);
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("H1: every verb works beside a running engine, which carries it out")
    void everyVerbBesideARunningEngine() {
        try (Reeve reeve = engine()) {
            Shop.fill(reeve);
            reeve.deploy(Workflow.parse(LOAN));
            reeve.deploy(Workflow.parse(LOAN.replace("version: 1", "version: 2").replace("9d", "8d")));
            reeve.start("loan", Map.of(), Start.key("loan-1").version(1));

            done("move", "loan-1", "--to", "2", "--reason", "shorter");
            done("signal", "loan-1", "asked");
            done("pause", "loan-1", "--reason", "stock-taking");
            assertThat(status(reeve, "loan-1")).isEqualTo(ExecutionStatus.PAUSED);
            done("resume", "loan-1", "--reason", "stock-taking");
            done("cancel", "loan-1", "--reason", "stock-taking");
            assertEnds(reeve, "loan-1", ExecutionStatus.CANCELLED);

            done("retry", "bad-1", "pay", "--input", "{\"id\":\"o-7\",\"cents\":7}", "--reason", "stock-taking");
            assertEnds(reeve, "bad-1", ExecutionStatus.COMPLETED);
            done("rerun", "bad-1", "ship", "--reason", "stock-taking");
            done("resolve", "bad-2", "pay", "--output", "{\"cash\":true}", "--reason", "stock-taking");
            assertEnds(reeve, "bad-2", ExecutionStatus.COMPLETED);
            done("compensate", "bad-3", "--reason", "stock-taking");
            assertEnds(reeve, "bad-3", ExecutionStatus.COMPENSATED);

            done("service", "pause", "card.charge", "--reason", "stock-taking");
            assertThat(reeve.services().list())
                    .anyMatch(service -> service.action().equals("card.charge"));
            done("service", "resume", "card.charge", "--reason", "stock-taking");
            done("bulk", "cancel", "--workflow", "nobody", "--reason", "stock-taking");
            assertEnds(reeve, "idle", ExecutionStatus.CANCELLED);
        }
    }

    private void done(String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of("--by", "ann", "--user", "postgres", "--jdbc"));
        all.add("jdbc:postgresql://localhost:%d/%s".formatted(server.getPort(), database));
        assertThat(terminal.run(all.toArray(String[]::new)))
                .as("%s: %s", List.of(command), terminal.err())
                .isZero();
    }

    private static ExecutionStatus status(Reeve reeve, String key) {
        return reeve.find(key).orElseThrow().status();
    }

    private static void assertEnds(Reeve reeve, String key, ExecutionStatus status) {
        assertThat(reeve.find(key).orElseThrow().awaitEnd(Shop.PATIENCE).status())
                .as(key)
                .isEqualTo(status);
    }

    @Test
    @DisplayName("H1: the engines on a store are listed with their shards, and explain names the one that handles it")
    void nodes() {
        ClusterOptions cluster = ClusterOptions.defaults().withName("pod-0");
        try (Reeve reeve = Reeve.open(
                server.getDatabase("postgres", database), NodeOptions.defaults().withCluster(cluster))) {
            Shop.fill(reeve);

            assertThat(reeve("nodes")).isZero();
            assertThat(terminal.lines()).singleElement().asString().startsWith("pod-0  256 shards, in flight ");
            assertThat(terminal.err()).contains("1 registered");
            assertThat(reeve("nodes", "--json")).isZero();
            assertThat(terminal.out()).contains("\"name\":\"pod-0\"", "\"shards\":256", "\"version\":");
            assertThat(reeve("explain", "bad-1")).isZero();
            assertThat(terminal.out()).contains("Node pod-0 handles it (shard ");
            assertThat(reeve("explain", "bad-1", "--json")).isZero();
            assertThat(terminal.out()).contains("\"owner\":{\"state\":\"OWNED\",", "\"node\":\"pod-0\"");
        }
        assertThat(reeve("nodes")).isZero();
        assertThat(terminal.err()).contains("no engine is registered");
    }

    @Test
    @DisplayName("A version is not removed beside another engine, and is removed by an engine that is alone")
    void undeployBesideAnEngine() {
        try (Reeve reeve = engine()) {
            reeve.deploy(Workflow.parse("workflow: old\nversion: 1\nsteps: { a: { wait: 1h } }\n"));
            reeve.deploy(Workflow.parse("workflow: old\nversion: 2\nsteps: { a: { wait: 2h } }\n"));

            assertThat(reeve("undeploy", "old", "1", "--by", "ann", "--reason", "unused"))
                    .isEqualTo(1);
            assertThat(terminal.err()).contains("remove it while one engine runs");
            assertThat(reeve.definitions()).hasSize(2);

            // the engine of the command counts until this one has noticed its end
            await().atMost(Shop.PATIENCE)
                    .untilAsserted(
                            () -> assertThatCode(() -> reeve.actingAs("ann").undeploy("old", 1, "unused"))
                                    .doesNotThrowAnyException());
            assertThat(reeve.definitions()).hasSize(1);
        }
        assertThat(reeve("undeploy", "old", "2", "--by", "ann", "--reason", "unused"))
                .isZero();
    }

    @Test
    @DisplayName("H1: a command that would take the store over is refused while an engine runs, unless forced")
    void takingOverIsRefused() {
        try (Reeve reeve = engine(NodeOptions.defaults().withoutCluster())) {
            Shop.fill(reeve);

            assertThat(reeve("skip", "bad-1", "pay", "--by", "ann", "--reason", "r"))
                    .isEqualTo(1);
            assertThat(terminal.err()).contains("is run by node pid", "--take-over");
            assertThat(reeve.find("bad-1").orElseThrow().status()).isEqualTo(ExecutionStatus.ESCALATED);

            assertThat(reeve("skip", "bad-1", "pay", "--by", "ann", "--reason", "r", "--take-over"))
                    .isZero();
            assertThat(terminal.err()).contains("that engine is ended");
        }
        assertThat(reeve("show", "bad-1", "--history")).isZero();
        assertThat(terminal.out()).contains("StepSkipped", "\"reason\":\"r\"");
    }

    @Test
    @DisplayName(
            "without a running engine commands need no permission; with a session that may be an engine alone they do")
    void anUnknownSessionMayBeAnEngine() throws SQLException {
        try (Reeve reeve = engine(NodeOptions.defaults().withoutCluster())) {
            Shop.fill(reeve);
        }
        try (Connection other = server.getDatabase("postgres", database).getConnection()) {
            assertThat(other.isValid(5)).isTrue();
            // The server may need a moment to notice that the engine's sessions are over.
            await().atMost(Shop.PATIENCE).untilAsserted(() -> {
                assertThat(reeve("skip", "bad-2", "pay", "--by", "ann", "--reason", "r"))
                        .isEqualTo(1);
                assertThat(terminal.err()).contains("not known", "1 other sessions", "--take-over");
            });
        }
        await().atMost(Shop.PATIENCE).until(() -> reeve("skip", "bad-1", "pay", "--by", "ann", "--reason", "r") == 0);
    }

    @Test
    @DisplayName("H1: a command and an engine that open the store in the same moment share it, the command first")
    void theCommandOpensFirst() throws Exception {
        opensTogether(true);
    }

    @Test
    @DisplayName("H1: a command and an engine that open the store in the same moment share it, the engine first")
    void theEngineOpensFirst() throws Exception {
        opensTogether(false);
    }

    /** Both find no engine, and then wait to register, in this order. */
    private void opensTogether(boolean commandFirst) throws Exception {
        try (Reeve reeve = engine()) {
            Shop.fill(reeve);
        }
        Callable<Object> command = () -> reeve("skip", "bad-1", "pay", "--by", "ann", "--reason", "r");
        Callable<Object> starting = this::engine;
        try (ExecutorService two = Executors.newFixedThreadPool(2);
                Connection locking = server.getDatabase("postgres", database).getConnection()) {
            locking.setAutoCommit(false);
            locking.createStatement().execute("lock table reeve.shard in share row exclusive mode");
            Future<Object> first = two.submit(commandFirst ? command : starting);
            awaitWaiting(locking, 1);
            Future<Object> second = two.submit(commandFirst ? starting : command);
            awaitWaiting(locking, 2);
            locking.commit();

            try (Reeve engine = (Reeve) (commandFirst ? second : first).get(60, SECONDS)) {
                assertThat((commandFirst ? first : second).get(60, SECONDS))
                        .as(terminal.err())
                        .isEqualTo(0);
                engine.agent("desk")
                        .action("card.charge", Shop.Order.class, (order, step) -> "paid")
                        .action("parcel.send", Shop.Order.class, (order, step) -> "sent")
                        .start();
                Execution skipped = engine.find("bad-1").orElseThrow();
                assertThat(skipped.awaitEnd(Shop.PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
                Execution started = engine.start("desk", new Shop.Order("o-5", 5));
                assertThat(started.awaitEnd(Shop.PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
            }
        }
    }

    private static void awaitWaiting(Connection watching, int waiting) {
        await().atMost(Shop.PATIENCE).until(() -> {
            try (ResultSet rows = watching.createStatement()
                    .executeQuery(
                            "select count(*) from pg_locks where not granted and relation = 'reeve.shard'::regclass")) {
                rows.next();
                return rows.getInt(1) == waiting;
            }
        });
    }

    @Test
    @DisplayName("a database without a store is refused, and stays without one")
    void aDatabaseWithoutAStore() {
        assertThat(reeve("list")).isEqualTo(1);
        assertThat(terminal.err()).contains("no store");
        assertThat(reeve("list")).isEqualTo(1);
        assertThat(reeve("retry", "x", "y", "--by", "ann", "--reason", "r")).isEqualTo(1);
        assertThat(terminal.err()).contains("no store");
    }
}
