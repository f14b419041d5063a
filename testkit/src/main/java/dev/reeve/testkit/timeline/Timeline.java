package dev.reeve.testkit.timeline;

import dev.reeve.core.Times;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time, and what is to happen in it. One thread; the same seed gives the same order: by time, and what falls on the
 * same nanosecond by lot.
 */
public final class Timeline {

    /** Something that is to happen. */
    public static final class Task implements Comparable<Task> {
        private final long nanos;
        private final int lot;
        private final long number;
        private final String what;
        private final Runnable action;
        private boolean cancelled;

        private Task(long nanos, int lot, long number, String what, Runnable action) {
            this.nanos = nanos;
            this.lot = lot;
            this.number = number;
            this.what = what;
            this.action = action;
        }

        /** It will not happen, if it has not yet. */
        public void cancel() {
            cancelled = true;
        }

        // By hand: a world compares tasks a million times.
        @Override
        public int compareTo(Task other) {
            if (nanos != other.nanos) {
                return nanos < other.nanos ? -1 : 1;
            }
            return lot != other.lot ? Integer.compare(lot, other.lot) : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private final SplittableRandom random;
    private final SplittableRandom lots;
    private long nanos;
    private long number;
    private long hash = 0xcbf29ce484222325L;

    public Timeline(long seed) {
        this.random = new SplittableRandom(seed);
        this.lots = random.split();
    }

    /** Since the beginning. */
    public long nanos() {
        return nanos;
    }

    /**
     * Has something happen later.
     *
     * @param delay from now on; what is negative counts as zero
     * @param what in two or three words, for the story; part of the trace hash
     */
    public Task after(Duration delay, String what, Runnable action) {
        Task task = new Task(nanos + Math.max(0, Times.nanos(delay)), lots.nextInt(), number++, what, action);
        tasks.add(task);
        return task;
    }

    /** Chance, from the seed. */
    public RandomGenerator random() {
        return random;
    }

    /** The next thing happens, and it is that time then. @return false if nothing is left to happen */
    public boolean runNext() {
        Task task = next();
        if (task == null) {
            return false;
        }
        tasks.poll();
        nanos = task.nanos;
        note(task.what);
        task.action.run();
        return true;
    }

    /** Everything until then happens, and it is that time then. */
    public void runUntil(long until) {
        while (runNextBefore(until)) {}
    }

    /**
     * The next thing happens, if it is to happen by then; otherwise it is that time.
     *
     * @return whether something happened
     */
    public boolean runNextBefore(long until) {
        Task task = next();
        if (task != null && task.nanos <= until) {
            return runNext();
        }
        nanos = Math.max(nanos, until);
        return false;
    }

    /** Makes something that happened, and when, part of the trace hash. */
    public void note(String what) {
        hash = (hash ^ nanos) * 0x100000001b3L;
        hash = (hash ^ what.hashCode()) * 0x100000001b3L;
        hash ^= hash >>> 29;
    }

    /** Of everything that has happened so far, in order. Two runs of one seed agree on it, or chance leaks in from elsewhere. */
    public long hash() {
        return hash;
    }

    private @Nullable Task next() {
        Task task = tasks.peek();
        while (task != null && task.cancelled) {
            tasks.poll();
            task = tasks.peek();
        }
        return task;
    }
}
