package dev.reeve.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.benchmark.cluster.ClusterFault;
import dev.reeve.benchmark.cluster.ClusterSchedule;
import dev.reeve.benchmark.cluster.ClusterTrial;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.database.ServerPair;
import dev.reeve.benchmark.member.ClusterPlan;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.benchmark.process.Progress;
import dev.reeve.benchmark.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("./reeve bench")
class BenchTest {

    private final Path directory = directory();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Under the build directory: the one for temporary files may be in memory, which the benchmark refuses. */
    private static Path directory() {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("target")), "bench-test-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void nothingIsLeftBehind() {
        // The programs of the embedded server, which it does not remove.
        Path programs = directory.resolve("reeve-bench-postgres");
        if (Files.exists(programs)) {
            Directories.delete(programs);
        }
        assertThat(directory).isEmptyDirectory();
        Directories.delete(directory);
    }

    private int run(String... arguments) {
        CommandLine bench = Bench.commandLine();
        bench.setOut(new PrintWriter(out, true));
        bench.setErr(new PrintWriter(err, true));
        return bench.execute(arguments);
    }

    private JsonNode figures(String arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments.split(" ", -1)));
        all.addAll(List.of("--json", "--dir", directory.toString()));
        assertThat(run(all.toArray(String[]::new))).as("%s", err).isZero();
        assertThat(out.toString().lines()).hasSize(1);
        return JsonMapper.shared().readTree(out.toString());
    }

    @ParameterizedTest
    @DisplayName("wrong arguments: a message that says what, and exit code 2")
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | name a workload",
                "chain7 | chain7",
                "chain3 --store oracle | oracle",
                "chain3 --inflight 0 | --inflight: expected 1 to 20000, found 0",
                "chain3 --inflight many | many",
                "chain3 --seconds -1 | --seconds: expected 0.1 to 86400, found -1",
                "chain3 --seconds NaN | --seconds",
                "chain3 --runs 0 | --runs",
                "chain3 --nodes 9 | --nodes: expected 0 to 8, found 9",
                "chain3 --lanes 65 | --lanes: expected 0 to 64, found 65",
                "chain3 --jdbc jdbc:mysql://localhost/x | expected a URL that begins with jdbc:postgresql:",
                "chain3 --user me | --user and --password belong to --jdbc",
                "latency --rate 0 | --rate",
                "sleepers --count 0 | --count",
                "graph --steps 19 | --steps: expected 20 to 20000, found 19",
                "graph --shape round | round",
                "drawing --steps 0 | --steps: expected 1 to 100000, found 0",
                "drawing --shape round | round",
                "limit --batch -1 | --batch",
                "start --rounds 0 | --rounds",
                "audit --count 0 | --count",
                "idle --nodes 9 | --nodes: expected 0 to 8, found 9",
                "retention --kept -1 | --kept",
                "retention --rate 0 | --rate",
                "retention --seconds 10 --interval 11 | --interval: expected 1 to 10, found 11",
                "take-over --inflight 0 | --inflight",
                "scale --finished -1 | --finished",
                "scale --active 0 | --active",
                "scale --seconds 10 --interval 11 | --interval: expected 1 to 10, found 11",
                "soak --minutes 0 | --minutes",
                "soak --interval 0 | --interval",
                "definitions --expressions 0 | --expressions",
                "definitions --each 10001 | --each",
                "crash --rounds 0 | --rounds",
                "crash --within 0 | --within",
                "server --polls 0 | --polls: expected 1 to 9000, found 0",
                "server --streams 9001 | --streams",
                "server --jdbc jdbc:postgresql://localhost/x | --jdbc: this workload needs a server of its own",
                "reconnect --agents 18001 | --agents: expected 1 to 18000, found 18001",
                "reconnect --rate 0 | --rate",
                "kills --rounds 0 | --rounds",
                "kills --within 61 | --within",
                "cluster --nodes 1 | --nodes: expected 2 to 8, found 1",
                "cluster --ttl 2 | --ttl",
                "cluster --agents 9 | --agents: expected 0 to 8, found 9",
                "cluster --faults rain | rain",
                "cluster --faults kill,failover | --faults: FAILOVER needs --replicated",
                "cluster --faults agent | --faults: AGENT needs --agents",
                "cluster --replicated --jdbc jdbc:postgresql://localhost/x | --jdbc: this workload needs a server of its own",
                "cluster --jdbc jdbc:postgresql://localhost/x | --jdbc: this workload needs a server of its own",
                "upgrade --nodes 9 | --nodes: expected 2 to 8, found 9",
                "upgrade --stage -1 | --stage: expected 0 to 3600, found -1",
                "upgrade --faults kill,cut | --faults: expected DRAIN or KILL, found CUT",
                "upgrade --jdbc jdbc:postgresql://localhost/x | --jdbc: this workload needs a server of its own",
                "chain3 --unknown | --unknown"
            })
    void wrongArgumentsAreRefused(String arguments, String message) {
        int exit = run(arguments.isEmpty() ? new String[0] : arguments.split(" ", -1));

        assertThat(exit).isEqualTo(2);
        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chain1",
                "chain3",
                "latency",
                "sleepers",
                "graph",
                "limit",
                "start",
                "audit",
                "idle",
                "crash",
                "server",
                "reconnect",
                "kills",
                "cluster",
                "upgrade",
                "retention",
                "scale",
                "take-over",
                "soak",
                "definitions",
                "drawing"
            })
    void everyWorkloadExplainsItself(String workload) {
        assertThat(run(workload, "--help")).isZero();
        assertThat(out.toString()).contains("--store", "--json");
    }

    @Test
    @DisplayName("an unreachable database is reported at once, with exit code 1 and no stack trace")
    void unreachableDatabaseIsReported() {
        int exit = run("chain3", "--jdbc", "jdbc:postgresql://localhost:1/none?connectTimeout=2", "--user", "nobody");

        assertThat(exit).isEqualTo(1);
        assertThat(err.toString()).contains("localhost:1").doesNotContain("\tat ");
    }

    @Test
    @DisplayName("chain1, briefly: figures as one line of JSON, nothing else on standard output")
    void chain1() {
        JsonNode figures = figures("chain1 --seconds 2 --warmup 0.1 --inflight 10");

        assertThat(figures.get("executionsPerSecond").asDouble()).isPositive();
        assertThat(figures.get("cpuMicrosPerExecution").asDouble()).isPositive();
        assertThat(figures.get("latencyMillisP99").asDouble()).isPositive();
    }

    @ParameterizedTest
    @Tag("proof")
    @ValueSource(strings = {"sqlite", "postgres"})
    @DisplayName("Executions are removed as fast as they start, beside kept ones")
    void retention(String store) {
        JsonNode figures = figures(
                "retention --kept 20000 --rate 200 --retention 1 --warmup 15 --seconds 10 --interval 1 --inflight 100 --store "
                        + store);

        assertThat(figures.get("executionsPerSecond").asDouble()).isPositive();
        assertThat(figures.get("executionsPerCommit").asDouble()).isPositive();
        assertThat(figures.get("removedPerSecond").asDouble())
                .isGreaterThan(figures.get("executionsPerSecond").asDouble() / 2);
    }

    @Test
    @Tag("proof")
    @DisplayName("Statements and lists are timed beside executions that sleep and that have ended")
    void scale() {
        JsonNode figures = figures(
                "scale --finished 2000 --sleeping 500 --active 100 --rate 50 --retention 1 --warmup 5 --seconds 6 --interval 1");

        assertThat(figures.get("executionsPerSecond").asDouble()).isPositive();
        assertThat(figures.get("executionsPerCommit").asDouble()).isPositive();
        assertThat(figures.get("sleepersPerCommit").asDouble()).isPositive();
        assertThat(figures.get("statement01").asString()).contains("reeve.");
        assertThat(figures.get("list_ofKeptWorkflow").size()).isEqualTo(2);
        assertThat(figures.get("table_execution").asString()).contains("dead rows");
    }

    @Test
    @Tag("proof")
    void chain3WithLimit() {
        JsonNode figures = figures("chain3 --seconds 1 --warmup 0.5 --inflight 500 --runs 2 --with-limit");

        assertThat(figures.get("journalRowsPerExecution").asDouble()).isBetween(3.5, 4.5);
        assertThat(figures.get("limit.executionsPerSecond").asDouble()).isPositive();
        assertThat(figures.get("shareOfLimitRuns").size()).isEqualTo(2);
    }

    @Test
    @Tag("proof")
    void latency() {
        JsonNode figures = figures("latency --seconds 2 --warmup 0.5");

        assertThat(figures.get("executions").asLong()).isEqualTo(100);
        assertThat(figures.get("executionsPerCommit").asDouble()).isPositive();
        assertThat(figures.get("warmupSeconds").asDouble()).isEqualTo(0.5);
        assertThat(figures.get("compilerMillis").asLong()).isNotNegative();
        assertThat(figures.get("latencyMillisP50").asDouble()).isPositive();
    }

    @Test
    @Tag("proof")
    @DisplayName("latency --elsewhere: starts at the owner, and at a node that owns nothing")
    void latencyElsewhere() {
        JsonNode figures = figures("latency --elsewhere --seconds 2 --warmup 0.5");

        assertThat(figures.get("local.executions").asLong()).isEqualTo(100);
        assertThat(figures.get("elsewhere.executions").asLong()).isEqualTo(100);
        assertThat(figures.get("local.latencyMillisP50").asDouble()).isPositive();
        assertThat(figures.get("elsewhereToLocalP50").asDouble()).isPositive();
    }

    @Test
    @Tag("proof")
    @DisplayName("latency --elsewhere --keyed: the same with a key for each start")
    void latencyElsewhereKeyed() {
        JsonNode figures = figures("latency --elsewhere --keyed --seconds 1 --warmup 0.5");

        assertThat(figures.get("local.executions").asLong()).isEqualTo(50);
        assertThat(figures.get("elsewhere.executions").asLong()).isEqualTo(50);
        assertThat(figures.get("elsewhereToLocalP50").asDouble()).isPositive();
    }

    @Test
    @Tag("proof")
    @DisplayName("chain3 --nodes: processes that share one PostgreSQL, each of which completes executions")
    void chain3OfTwoNodes() {
        JsonNode figures = figures("chain3 --nodes 2 --seconds 2 --warmup 1 --inflight 200");

        assertThat(figures.get("nodes").asInt()).isEqualTo(2);
        assertThat(figures.get("executions").asLong()).isPositive();
        assertThat(figures.get("executionsPerCommit").asDouble()).isPositive();
        assertThat(figures.get("executionsPerSecondNodes")).hasSize(2).allMatch(each -> each.asDouble() > 0);
        assertThat(figures.get("serverCpuMicrosPerExecution").asDouble()).isPositive();
    }

    @ParameterizedTest
    @Tag("proof")
    @ValueSource(ints = {0, 2})
    @DisplayName("idle: one engine alone, and two that share a store, send a few statements per second")
    void idle(int nodes) {
        JsonNode figures = figures("idle --seconds 6 --warmup 3 --nodes " + nodes);

        assertThat(figures.get("statementsPerSecond").asDouble()).isBetween(0.1, 20.0);
        assertThat(figures.get("statement1").asDouble()).isPositive();
        assertThat(figures.get("cpuMillisPerSecond").asDouble()).isPositive();
    }

    @Test
    @Tag("proof")
    void sleepers() {
        JsonNode figures = figures("sleepers --count 2000 --idle 6");

        assertThat(figures.get("rows").asLong()).isEqualTo(2_000);
        assertThat(figures.get("executionsPerCommit").asDouble()).isPositive();
        assertThat(figures.get("scans").asLong()).isPositive();
        assertThat(figures.get("restartFirstResultMillis").asDouble()).isPositive();
    }

    @ParameterizedTest
    @Tag("proof")
    @ValueSource(strings = {"wide", "deep", "layered", "mixed", "items", "batches"})
    void graph(String shape) {
        JsonNode figures = figures("graph --steps 500 --shape " + shape);

        assertThat(figures.get("microsPerStep").asDouble()).isPositive();
        assertThat(figures.get("stepsPerCommit").asDouble()).isPositive();
        assertThat(figures.get("curveMicrosPerStep")).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wide", "mixed"})
    @DisplayName("drawing: times of the layout, of the picture and of its document, and their sizes")
    void drawing(String shape) {
        JsonNode figures = figures("drawing --steps 100 --shape " + shape);

        assertThat(figures.get("steps").asLong()).isPositive();
        assertThat(figures.get("edges").asLong()).isPositive();
        for (String millis : List.of("layoutMillis", "svgMillis", "jsonMillis")) {
            assertThat(figures.get(millis).asDouble()).as(millis).isNotNegative();
        }
        assertThat(figures.get("svgKiB").asLong()).isPositive();
        assertThat(figures.get("jsonKiB").asLong()).isPositive();
    }

    @Test
    @Tag("proof")
    void limit() {
        JsonNode figures = figures("limit --seconds 1 --warmup 0.2 --batch 200 --raw");

        assertThat(figures.get("limit.journalRowsPerCommit").asDouble()).isBetween(150.0, 250.0);
        assertThat(figures.get("raw.executionsPerSecond").asDouble()).isPositive();
    }

    @Test
    @Tag("proof")
    void takeOver() {
        JsonNode figures = figures("take-over --inflight 300 --rounds 1");

        assertThat(figures.get("ownedMillis").get(0).asDouble()).isPositive();
        assertThat(figures.get("lastCallMillis").get(0).asDouble()).isPositive();
    }

    @Test
    @Tag("proof")
    void audit() {
        JsonNode figures = figures("audit --count 500 --idle 3");

        assertThat(figures.get("executions").asLong()).isEqualTo(500);
        assertThat(figures.get("verifiedPerSecond").asDouble()).isPositive();
        assertThat(figures.get("auditedPerSecond").asDouble()).isPositive();
    }

    @Test
    @Tag("proof")
    void start() {
        JsonNode figures = figures("start --rounds 2 --executions 500");

        assertThat(figures.get("coldFirstResultMillis").asDouble()).isPositive();
        assertThat(figures.get("warmFirstResultMillisRuns").size()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgres --computed"})
    @Tag("proof")
    @DisplayName("definitions are deployed, found by a new process, and used")
    void definitions(String options) {
        JsonNode figures = figures("definitions --expressions 2000 --each 100 --store " + options);

        assertThat(figures.get("definitions").asInt()).isEqualTo(20);
        assertThat(figures.get("openMillis").asDouble()).isPositive();
        assertThat(figures.get("firstUseMillis").asDouble()).isPositive();
        assertThat(figures.get("usedHeapBytesPerExpression").asDouble())
                .as("G1: a plain path shares what it was compiled to; it took 16 KB once")
                .isBetween(100.0, options.contains("computed") ? 10_000.0 : 3_000.0);
    }

    @Test
    @Tag("proof")
    @DisplayName("I1, I5, F1, F39: after three kills nothing is lost, and no completed step runs again")
    void crash() {
        JsonNode figures = figures("crash --rounds 3 --inflight 50 --seed 1");

        assertThat(figures.get("kills").asLong()).isEqualTo(3);
        assertThat(figures.get("violations").asLong()).isZero();
    }

    @Test
    @Tag("proof")
    @DisplayName("A server with 50 agents that wait and 50 listeners: figures, and then work and events for each")
    void server() {
        JsonNode figures = figures("server --polls 50 --streams 50 --seconds 3 --warmup 1");

        assertThat(figures.get("idle.threads").asLong()).isPositive();
        assertThat(figures.get("waiting.threads").asLong())
                .as("none for each connection")
                .isLessThan(figures.get("idle.threads").asLong() + 50);
        assertThat(figures.get("waiting.residentMebibytes").asLong()).isPositive();
        assertThat(figures.get("allInformedMillis").asDouble()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgres"})
    @Tag("proof")
    @DisplayName("I1: 300 agents connect at once to a server that was killed; nothing is lost")
    void reconnect(String store) {
        JsonNode figures = figures("reconnect --agents 300 --seconds 3 --store " + store);

        assertThat(figures.get("executions").asLong()).isGreaterThan(400);
        assertThat(figures.get("reconnectSeconds").asDouble()).isPositive();
        assertThat(figures.get("repeatedCalls").asLong()).isNotNegative();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgres"})
    @Tag("proof")
    @DisplayName("I1, I5: a server is killed three times under load; no work whose result was stored is repeated")
    void kills(String store) {
        JsonNode figures = figures("kills --rounds 3 --inflight 50 --within 1 --seed 1 --store " + store);

        assertThat(figures.get("kills").asLong()).isEqualTo(3);
        assertThat(figures.get("acknowledged").asLong()).isPositive();
        assertThat(figures.get("violations").asLong()).isZero();
    }

    @Test
    @Tag("proof")
    @DisplayName(
            "I1 to I11, F1, F2, F59: a minute with three nodes and six processes with agents, and each kind of fault")
    void cluster() {
        JsonNode figures = figures("cluster --nodes 3 --agents 6 --seconds 60 --interval 4 --rate 15 --seed 1");

        for (String fault : List.of("kill", "rename", "stop", "drain", "cut", "silence", "database", "agent")) {
            assertThat(figures.get(fault + "Count").asLong()).as(fault).isPositive();
        }
        for (String fault : List.of("kill", "stop")) {
            assertThat(figures.get(fault + "TakenSecondsP50").asDouble()).isPositive();
            assertThat(figures.get(fault + "TakenSecondsMax").asDouble()).isPositive();
        }
        assertThat(figures.get("bookings").asLong()).as("exactly-once steps").isPositive();
        assertThat(figures.get("violations").asLong()).isZero();
    }

    @Test
    @DisplayName("an earlier release that is not there is reported")
    void upgradeFromNothing() {
        assertThat(run("upgrade", "--other", directory.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("is no checkout of Reeve that is built");
    }

    @Test
    @Tag("proof")
    @DisplayName("F6, F55: the stages of an upgrade, with this release in both parts")
    void upgradeToItself() {
        JsonNode figures = figures("upgrade --nodes 2 --stage 0 --rate 5 --faults drain,kill");

        assertThat(figures.get("stages").asLong()).isEqualTo(9);
        assertThat(figures.get("drainCount").asLong()).isEqualTo(4);
        assertThat(figures.get("killCount").asLong()).isEqualTo(4);
        assertThat(figures.get("acknowledged").asLong()).isPositive();
        assertThat(figures.get("violations").asLong()).isZero();
    }

    @Test
    @Tag("proof")
    @DisplayName("F20, I1: the primary is killed under load and its standby promoted; nothing acknowledged is lost")
    void clusterFailsOver() {
        JsonNode figures = figures(
                "cluster --nodes 2 --replicated --seconds 15 --interval 4 --faults failover --rate 20 --seed 1");

        assertThat(figures.get("failoverCount").asLong()).isPositive();
        assertThat(figures.get("failoverOutageSecondsMax").asDouble()).isPositive();
        assertThat(figures.get("violations").asLong()).isZero();
    }

    @Test
    @Tag("proof")
    @DisplayName("F22: if commits do not wait for the standby, a failover loses starts, and the audit says so")
    void theAuditNoticesALoss() throws IOException {
        Path files = Files.createDirectory(directory.resolve("files"));
        Progress progress = new Progress(new PrintWriter(err, true));
        try (PostgresDatabase database = PostgresDatabase.of(ServerPair.start(directory, false))) {
            ClusterTrial trial = new ClusterTrial(database, files, progress);
            ClusterPlan plan = new ClusterPlan(2, 0, Duration.ofSeconds(3), 50, 500, trial.ledgers());
            ClusterSchedule twice = ClusterSchedule.inTurn(ClusterFault.FAILOVER, 2, 2);

            assertThatThrownBy(() -> trial.run(plan, Duration.ofSeconds(1), twice, new Report()))
                    .isInstanceOf(CheckFailedException.class)
                    .hasMessageContaining("acknowledged and are not in the store");
        }
        Directories.delete(files);
    }
}
