package dev.reeve.benchmark.server;

import dev.reeve.Reeve;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.database.StatementCounts;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.SteadyTime;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what agents and clients that wait cost a server. */
@Command(
        name = "server",
        description =
                "A server in a process of its own, on a PostgreSQL server of its own, with agents that wait for work in long polls and clients that listen to changes: threads, memory, processor time and statements per second, before and with them. Then each agent gets work, and each listener an event.")
public final class ServerCommand implements Callable<Integer> {

    private static final int CONNECTIONS_MAX = 9_000;
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double MEBIBYTE = 1 << 20;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--polls", paramLabel = "N", description = "Agents that wait. Default: ${DEFAULT-VALUE}.")
    private int polls = 1_000;

    @Option(names = "--streams", paramLabel = "N", description = "Clients that listen. Default: ${DEFAULT-VALUE}.")
    private int streams = 1_000;

    @Mixin
    private final SteadyTime time = new SteadyTime();

    @Override
    public Integer call() throws Exception {
        common.require("--polls", polls, 1, CONNECTIONS_MAX);
        common.require("--streams", streams, 1, CONNECTIONS_MAX);
        time.require(common);
        return common.runOnServer("a server with %,d polls and %,d streams".formatted(polls, streams), this::measure);
    }

    private void measure(Database database, Report report) throws IOException, SQLException {
        Path directory = common.temporaryDirectory();
        try (StatementCounts counts = new StatementCounts((PostgresDatabase) database)) {
            long begun = System.nanoTime();
            try (ServerProcess server = ServerProcess.start(database, directory);
                    Fleet fleet = new Fleet(server.address(), polls, WAIT);
                    Streams listeners = new Streams(server.address(), streams)) {
                report.add("readyMillis", (System.nanoTime() - begun) / 1e6, 0, "ms, from the start of the process");
                measure("idle", server, counts, report);
                fleet.start();
                listeners.start();
                boolean open = Pause.until(() -> fleet.connected() == polls && listeners.open() == streams, PATIENCE);
                CheckFailedException.check(
                        open,
                        () -> "%,d of %,d agents and %,d of %,d streams are connected after %s"
                                .formatted(fleet.connected(), polls, listeners.open(), streams, PATIENCE));
                measure("waiting", server, counts, report);
                report.add("answersToPolls", fleet.answers(), "each after %s without work".formatted(WAIT));
                useAll(server, fleet, listeners, report);
                server.end();
            }
        } finally {
            Directories.delete(directory);
        }
    }

    private void measure(String prefix, ServerProcess server, StatementCounts counts, Report report)
            throws IOException, SQLException {
        common.progress().say("%s: warming up …".formatted(prefix));
        Pause.of(time.warmUp());
        long heap = server.heapBytes();
        counts.reset();
        ServerProcess.Used before = server.used();
        common.progress().say("measuring for %,d s …".formatted(time.seconds()));
        Pause.of(time.measured());
        ServerProcess.Used after = server.used();
        double measured = (after.nanos() - before.nanos()) / 1e9;
        report.add(prefix + ".threads", after.threads(), "of the operating system");
        report.add(prefix + ".residentMebibytes", after.residentBytes() / MEBIBYTE, 0, "MiB");
        report.add(prefix + ".heapMebibytes", heap / MEBIBYTE, 1, "MiB of live objects");
        report.add(prefix + ".cpuMillisPerSecond", after.cpuMillisPerSecond(before), 2, "ms");
        report.add(prefix + ".statementsPerSecond", counts.sum() / measured, 2, "");
    }

    /** As many executions of one step as there are agents, and each agent has one slot. */
    private void useAll(ServerProcess server, Fleet fleet, Streams listeners, Report report) {
        try (Reeve client = server.client()) {
            long begun = System.nanoTime();
            List<Started> started = LongStream.range(0, polls)
                    .mapToObj(number -> Started.of(client, 1, number))
                    .toList();
            started.forEach(each -> each.await(PATIENCE));
            report.add(
                    "allDoneMillis", (System.nanoTime() - begun) / 1e6, 0, "ms, for %,d executions".formatted(polls));
            boolean informed = Pause.until(() -> listeners.informed() == streams, PATIENCE);
            report.add("allInformedMillis", (System.nanoTime() - begun) / 1e6, 0, "ms, until each stream had an event");
            CheckFailedException.check(
                    informed && listeners.broken() == 0,
                    () -> "%,d of %,d streams have had an event, and %,d have ended"
                            .formatted(listeners.informed(), streams, listeners.broken()));
            CheckFailedException.check(
                    fleet.performed() == polls && fleet.refused() == 0 && fleet.failures() == 0,
                    () -> "%,d executions had one step each: %,d calls, %,d refused reports, %,d failed requests"
                            .formatted(polls, fleet.performed(), fleet.refused(), fleet.failures()));
        }
    }
}
