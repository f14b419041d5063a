package dev.reeve.benchmark.server;

import dev.reeve.Reeve;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how long a server with many agents takes until all is normal after a kill. */
@Command(
        name = "reconnect",
        description =
                "Kills a server with SIGKILL to which thousands of agents are connected, while executions start at a fixed rate, and starts it again: all agents connect at once. Nothing may be lost. Tells when all agents were back, and from when on executions were as fast as before.")
public final class ReconnectCommand implements Callable<Integer> {

    /** Each agent needs a file in this process and one in the server. */
    private static final int AGENTS_MAX = 18_000;

    private static final double RATE_MAX = 10_000;
    private static final int SECONDS_MAX = 3_600;
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** An execution counts as slow if it takes longer than twice the slowest of a hundred before, and this. */
    private static final long SLOW_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(100);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--agents", paramLabel = "N", description = "How many agents. Default: ${DEFAULT-VALUE}.")
    private int agents = 10_000;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Executions of one step that start per second. Default: ${DEFAULT-VALUE}.")
    private double rate = 50;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description =
                    "Length of the time before the kill, and of that after all agents are back. Default: ${DEFAULT-VALUE}.")
    private int seconds = 20;

    @Override
    public Integer call() throws Exception {
        common.require("--agents", agents, 1, AGENTS_MAX);
        common.require("--rate", rate, 1, RATE_MAX);
        common.require("--seconds", seconds, 1, SECONDS_MAX);
        return common.run("reconnect of %,d agents, %s/s".formatted(agents, rate), this::measure);
    }

    private void measure(Database database, Report report) throws IOException {
        Path directory = common.temporaryDirectory();
        try (ServerProcess server = ServerProcess.start(database, directory);
                Fleet fleet = new Fleet(server.address(), agents, WAIT);
                Reeve client = server.client();
                SteadyStarts load = new SteadyStarts(client, rate)) {
            long begun = System.nanoTime();
            fleet.start();
            awaitAll(fleet);
            report.add("firstConnectSeconds", seconds(begun, System.nanoTime()), 2, "s, until all were connected");
            common.progress().say("%s/s …".formatted(rate));
            load.start();
            Pause.of(Duration.ofSeconds(seconds)); // a warm-up
            long measured = System.nanoTime();
            Pause.of(Duration.ofSeconds(seconds));
            killAndAwait(server, fleet, load, measured, report);
            report.add("failedRequests", fleet.failures(), "of agents, each repeated");
            report.add("refusedReports", fleet.refused(), "of attempts that were lost with the server");
            report.add(
                    "repeatedCalls",
                    fleet.performed() - load.started(),
                    "of handlers, each because the result before it had not been stored");
            server.end();
        } finally {
            Directories.delete(directory);
        }
    }

    private void killAndAwait(ServerProcess server, Fleet fleet, SteadyStarts load, long measured, Report report)
            throws IOException {
        common.progress().say("SIGKILL …");
        fleet.forget();
        long killed = System.nanoTime();
        server.kill();
        server.launch();
        server.awaitReady();
        long ready = System.nanoTime();
        awaitAll(fleet);
        long back = System.nanoTime();
        common.progress().say("all are back …");
        Pause.of(Duration.ofSeconds(seconds));
        load.stop(PATIENCE);

        Histogram before = latencies(load.samples(), measured, killed - TimeUnit.SECONDS.toNanos(1));
        long slow = Math.max(SLOW_NANOS_MIN, 2 * before.getValueAtPercentile(99));
        long normal = load.samples().stream()
                .filter(sample -> sample.intendedNanos() < back && sample.latencyNanos() > slow)
                .mapToLong(SteadyStarts.Sample::intendedNanos)
                .max()
                .orElse(ready);
        Histogram after = latencies(load.samples(), Math.max(normal + 1, ready), Long.MAX_VALUE);
        report.add("restartSeconds", seconds(killed, ready), 2, "s, from the kill until the server listened again");
        report.add("reconnectSeconds", seconds(ready, back), 2, "s from then on, until all agents were connected");
        report.add(
                "normalSeconds", Math.max(0, seconds(ready, normal)), 2, "s from then on, until the last slow start");
        addTo(report, "before", before);
        addTo(report, "after", after);
        report.add("executions", load.started(), "started, all completed");
    }

    private void awaitAll(Fleet fleet) {
        CheckFailedException.check(
                Pause.until(() -> fleet.connected() == agents, PATIENCE),
                () -> "%,d of %,d agents are connected after %s".formatted(fleet.connected(), agents, PATIENCE));
    }

    private static Histogram latencies(List<SteadyStarts.Sample> samples, long from, long until) {
        Histogram histogram = new Histogram(3);
        samples.stream()
                .filter(sample -> sample.intendedNanos() >= from && sample.intendedNanos() < until)
                .forEach(sample -> histogram.recordValue(sample.latencyNanos()));
        return histogram;
    }

    private static void addTo(Report report, String prefix, Histogram latencies) {
        report.add(prefix + ".latencyMillisP50", latencies.getValueAtPercentile(50) / 1e6, 1, "ms");
        report.add(prefix + ".latencyMillisP99", latencies.getValueAtPercentile(99) / 1e6, 1, "ms");
    }

    private static double seconds(long from, long until) {
        return (until - from) / 1e9;
    }
}
