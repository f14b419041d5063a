package dev.reeve.simulation.run;

import dev.reeve.simulation.check.Coverage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/** Runs many seeds on several threads. Each run uses a single thread. */
final class Suite {

    /** One in this many seeds runs twice, and both runs must be identical. */
    private static final int TWICE_EVERY = 20;

    private final LongFunction<RunVerdict> simulation;
    private final Coverage sometimes = new Coverage();
    private final NavigableMap<Long, RunVerdict> failures = new TreeMap<>();
    private Duration virtual = Duration.ZERO;
    private long done;

    Suite(LongFunction<RunVerdict> simulation) {
        this.simulation = simulation;
    }

    /**
     * @param failuresMax no further seeds begin after this number of failures
     * @param progress receives the number of finished seeds
     */
    void run(long from, long count, int threads, int failuresMax, LongConsumer progress) throws InterruptedException {
        AtomicLong next = new AtomicLong(from);
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            workers.add(Thread.ofPlatform().name("simulation-" + i).start(() -> {
                long seed;
                while ((seed = next.getAndIncrement()) < from + count && failures() < failuresMax) {
                    add(once(seed), progress);
                }
            }));
        }
        for (Thread worker : workers) {
            worker.join();
        }
    }

    private RunVerdict once(long seed) {
        RunVerdict verdict = simulation.apply(seed);
        if (seed % TWICE_EVERY != 0) {
            return verdict;
        }
        RunVerdict again = simulation.apply(seed);
        return again.hash() == verdict.hash() ? verdict : verdict.with("two runs of the seed differ: chance leaks in");
    }

    private synchronized void add(RunVerdict verdict, LongConsumer progress) {
        done++;
        sometimes.add(verdict.sometimes());
        virtual = virtual.plus(verdict.length());
        if (!verdict.isFine()) {
            failures.put(verdict.seed(), verdict);
        }
        progress.accept(done);
    }

    synchronized int failures() {
        return failures.size();
    }

    /** By seed. */
    synchronized Map<Long, RunVerdict> failed() {
        return failures;
    }

    /** The failed seeds of this range, in order. */
    synchronized Set<Long> failed(Seeds range) {
        return new TreeSet<>(
                failures.subMap(range.first(), true, range.last(), true).keySet());
    }

    Coverage sometimes() {
        return sometimes;
    }

    synchronized Duration virtual() {
        return virtual;
    }

    synchronized long done() {
        return done;
    }
}
