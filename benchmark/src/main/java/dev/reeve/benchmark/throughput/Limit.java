package dev.reeve.benchmark.throughput;

import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.RawWriter;
import dev.reeve.benchmark.database.Sample;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.Commits;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Store;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The maximum that an engine on this store could reach: the same rows in batches of the same size, written by as many
 * threads as the engine has lanes, without any other work.
 */
final class Limit {

    /** Commits a batch, or throws. */
    private interface Sink {
        void commit(Batch batch) throws SQLException;
    }

    /**
     * @param usage during the measured time
     * @param executions whose last row was written in it
     */
    record Outcome(Usage usage, long executions, Commits.Count commits, Histogram commitNanos) {

        double perSecond() {
            return executions / usage.seconds();
        }

        /** @param prefix of the names */
        void addTo(Report report, String prefix) {
            report.add(prefix + ".executionsPerSecond", perSecond(), 0, "");
            report.add(prefix + ".cpuMicrosPerExecution", usage.cpuNanos() / 1e3 / executions, 1, "µs, this process");
            if (usage.serverCpuNanos() > 0) {
                report.add(
                        prefix + ".serverCpuMicrosPerExecution",
                        usage.serverCpuNanos() / 1e3 / executions,
                        1,
                        "µs, the server");
            }
            ChainRun.addCommits(report, prefix, executions, commits, commitNanos, usage);
        }
    }

    private final Database database;
    private final Sample sample;
    private final int lanes;
    private final int batchRows;

    Limit(Database database, Sample sample, int lanes, int batchRows) {
        this.database = database;
        this.sample = sample;
        this.lanes = lanes;
        this.batchRows = batchRows;
    }

    /** Through the store that the engine uses. */
    Outcome throughStore(Duration warmUp, Duration seconds) {
        try (Store store = database.open()) {
            NodeId node = new NodeId("limit", ThreadLocalRandom.current().nextLong());
            List<Sink> sinks = new ArrayList<>();
            for (LaneStore lane : store.join(node, lanes)) {
                sinks.add(batch -> commit(lane, batch));
            }
            return run(sinks, warmUp, seconds);
        }
    }

    /** By plain JDBC, into tables with a primary key and no other index. */
    Outcome raw(Duration warmUp, Duration seconds) {
        List<RawWriter> writers = new ArrayList<>();
        try {
            for (int i = 0; i < database.rawWriters(lanes); i++) {
                writers.add(database.rawWriter());
            }
            return run(writers.stream().<Sink>map(writer -> writer::write).toList(), warmUp, seconds);
        } finally {
            writers.forEach(RawWriter::close);
        }
    }

    private static void commit(LaneStore lane, Batch batch) {
        CommitOutcome outcome = lane.commit(batch).toCompletableFuture().join();
        switch (outcome) {
            case CommitOutcome.Committed committed -> {}
            case CommitOutcome.Fenced fenced ->
                throw new CheckFailedException("another engine has taken the store over during the measurement");
            case CommitOutcome.InDoubt doubt -> throw new CheckFailedException("a commit failed", doubt.cause());
        }
    }

    private Outcome run(List<Sink> sinks, Duration warmUp, Duration seconds) {
        Commits commits = new Commits();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int lane = 0; lane < sinks.size(); lane++) {
            LimitLoop loop = new LimitLoop(sample, lane, sinks.size(), batchRows);
            Sink sink = sinks.get(lane);
            threads.add(
                    Thread.ofPlatform().name("bench-limit-" + lane).start(() -> drive(loop, sink, commits, failure)));
        }
        try {
            Pause.of(warmUp);
            Commits.Count before = commits.count();
            commits.interval();
            Usage begin = Usage.now(database);
            Pause.of(seconds);
            Usage usage = Usage.now(database).since(begin);
            Commits.Count count = commits.count().since(before);
            Histogram nanos = commits.interval();
            Throwable cause = failure.get();
            if (cause != null) {
                throw new CheckFailedException("writing failed: " + cause.getMessage(), cause);
            }
            return new Outcome(usage, count.changed(), count, nanos);
        } finally {
            failure.compareAndSet(null, new CheckFailedException("over"));
            threads.forEach(Limit::join);
        }
    }

    private static void drive(
            LimitLoop loop, Sink sink, Commits commits, AtomicReference<@Nullable Throwable> failure) {
        try {
            while (failure.get() == null) {
                Batch batch = loop.next();
                long begun = System.nanoTime();
                sink.commit(batch);
                commits.committed(
                        batch.journal().size(),
                        batch.started().size(),
                        batch.changed().size(),
                        System.nanoTime() - begun);
            }
        } catch (RuntimeException | SQLException e) {
            failure.compareAndSet(null, e);
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
