package dev.reeve.benchmark.restart;

import dev.reeve.ClusterOptions;
import dev.reeve.NodeOptions;
import dev.reeve.benchmark.cluster.ClusterWatch;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.ChildProcess;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.Payloads;
import dev.reeve.benchmark.workload.Workflows;
import dev.reeve.internal.model.definition.Definition;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how soon a node goes on with what another one had under way. */
@Command(
        name = "take-over",
        description =
                "Two nodes on one PostgreSQL, of which one is killed while it has many executions under way, each in a call of its own agent: the time until the other one owns its shards, and until it has called all of them again.")
public final class TakeOverCommand implements Callable<Integer> {

    private static final int INFLIGHT_MAX = 1_000_000;
    private static final int ROUNDS_MAX = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final List<Definition> WORKFLOWS = List.of(Workflows.chain(1));

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--inflight",
            paramLabel = "N",
            description = "Executions under way at the node that is killed. Default: ${DEFAULT-VALUE}.")
    private int inflight = 100_000;

    @Option(names = "--rounds", paramLabel = "N", description = "Nodes that are killed. Default: ${DEFAULT-VALUE}.")
    private int rounds = 3;

    @Option(names = "--stop", description = "Stops the node with SIGSTOP instead, so that its connections stay open.")
    private boolean stop;

    /** The calls of the node that takes over. None ends before the release. */
    private static final class Calls {
        private final LongAdder count = new LongAdder();
        private final AtomicLong first = new AtomicLong();
        private final AtomicLong last = new AtomicLong();
        private final CountDownLatch release = new CountDownLatch(1);

        void call() throws InterruptedException {
            long now = System.nanoTime();
            first.compareAndSet(0, now);
            last.accumulateAndGet(now, (a, b) -> a == 0 || b - a > 0 ? b : a);
            count.increment();
            release.await();
        }
    }

    /** Milliseconds from the kill, and in {@code ended} from the release. */
    private record Round(double owned, double firstCall, double lastCall, double ended, int lanes) {}

    @Override
    public Integer call() throws Exception {
        common.require("--inflight", inflight, 1, INFLIGHT_MAX);
        common.require("--rounds", rounds, 1, ROUNDS_MAX);
        return common.runOnPostgres(
                "take-over: %s with %,d executions under way".formatted(stop ? "SIGSTOP" : "SIGKILL", inflight),
                this::measure);
    }

    private void measure(Database database, Report report) throws IOException {
        if (!(database instanceof PostgresDatabase postgres)) {
            throw new IllegalStateException("not on PostgreSQL");
        }
        List<Round> all = new ArrayList<>();
        try (ClusterWatch watch = new ClusterWatch(postgres)) {
            for (int i = 0; i < rounds; i++) {
                Round round = round(postgres, watch);
                common.progress().say(round.toString());
                all.add(round);
            }
        }
        report.add("ownedMillis", all.stream().map(Round::owned).toList(), 0);
        report.add("firstCallMillis", all.stream().map(Round::firstCall).toList(), 0);
        report.add("lastCallMillis", all.stream().map(Round::lastCall).toList(), 0);
        report.add("endedMillis", all.stream().map(Round::ended).toList(), 0);
        report.add("lanes", all.getLast().lanes(), "of the node that took over");
        report.add("heapMiB", Usage.heapBytes() / 1048576.0, 0, "MiB, of the node that took over, at the end");
    }

    private Round round(PostgresDatabase database, ClusterWatch watch) throws IOException {
        NodeOptions options = NodeOptions.defaults()
                .withLanes(common.lanes())
                .withCluster(ClusterOptions.defaults().withName("heir"));
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(inflight), Integer.toString(common.lanes())));
        arguments.addAll(database.childArguments());
        Calls calls = new Calls();
        try (Engine heir = Engine.open(database, options, inflight, WORKFLOWS, (order, step) -> {
                    calls.call();
                    return Payloads.result(order);
                });
                ChildProcess child = ChildProcess.start(TakeOverChild.class, arguments)) {
            child.expect("ready");
            watch.await("two nodes share the shards", owners -> owners.counts().size() == 2 && isWhole(owners));
            child.say("go");
            child.expect("held");
            long begin = System.nanoTime();
            if (stop) {
                child.signal("STOP");
            } else {
                child.kill();
            }
            watch.await("one node has all shards", owners -> owners.areComplete(List.of("heir")));
            double owned = millis(begin, System.nanoTime());
            CheckFailedException.check(
                    Pause.until(() -> calls.count.sum() == inflight, PATIENCE),
                    () -> "%,d of %,d were called again after %s".formatted(calls.count.sum(), inflight, PATIENCE));
            long release = System.nanoTime();
            calls.release.countDown();
            CheckFailedException.check(
                    Pause.until(() -> open(watch) == 0, PATIENCE),
                    () -> "%,d have not ended after %s".formatted(open(watch), PATIENCE));
            double ended = millis(release, System.nanoTime());
            CheckFailedException.check(
                    calls.count.sum() == inflight, () -> "%,d calls were repeated".formatted(calls.count.sum()));
            return new Round(
                    owned, millis(begin, calls.first.get()), millis(begin, calls.last.get()), ended, heir.lanes());
        }
    }

    private static boolean isWhole(ClusterWatch.Owners owners) {
        return owners.areComplete(List.copyOf(owners.counts().keySet()));
    }

    private static long open(ClusterWatch watch) {
        return Long.parseLong(watch.texts("select count(*) from reeve.execution where wake_at is not null")
                .getFirst());
    }

    private static double millis(long begin, long end) {
        return (end - begin) / 1e6;
    }
}
