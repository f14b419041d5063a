package dev.reeve.internal.test.timeline;

import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time and its scheduled tasks. Single-threaded. Deterministic for a seed: tasks run in the order of time, and
 * tasks of the same nanosecond in random order.
 */
public final class Timeline {

    /** A scheduled task. */
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

        /** Cancels the task, unless it has already run. */
        public void cancel() {
            cancelled = true;
        }

        // Hand-written for speed: a simulation compares tasks a million times.
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

    /** Time since the beginning. */
    public long nanos() {
        return nanos;
    }

    /**
     * Schedules a task.
     *
     * @param delay from now; a negative delay counts as zero
     * @param what a description of two or three words for the story; part of the trace hash
     */
    public Task after(Duration delay, String what, Runnable action) {
        Task task = new Task(nanos + Math.max(0, Times.nanos(delay)), lots.nextInt(), number++, what, action);
        tasks.add(task);
        return task;
    }

    /** The random generator, created from the seed. */
    public RandomGenerator random() {
        return random;
    }

    /**
     * Moves time to the next task and runs it.
     *
     * @return false if no task is left
     */
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

    /** Runs all tasks until this time, and sets the time to it. */
    public void runUntil(long until) {
        while (runNextBefore(until)) {}
    }

    /**
     * Runs the next task if it is due by then. Otherwise sets the time to {@code until}.
     *
     * @return whether a task ran
     */
    public boolean runNextBefore(long until) {
        Task task = next();
        if (task != null && task.nanos <= until) {
            return runNext();
        }
        nanos = Math.max(nanos, until);
        return false;
    }

    /** Adds something that just happened, and its time, to the trace hash. */
    public void note(String what) {
        hash = (hash ^ nanos) * 0x100000001b3L;
        hash = (hash ^ what.hashCode()) * 0x100000001b3L;
        hash ^= hash >>> 29;
    }

    /**
     * A hash of all that has happened so far, in order. If two runs of a seed differ in it, something is not
     * deterministic.
     */
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
