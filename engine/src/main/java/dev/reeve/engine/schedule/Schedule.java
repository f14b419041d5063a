package dev.reeve.engine.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When to start a workflow, and how.
 *
 * <pre>{@code
 * reeve.schedule("nightly_report", Map.of("kind", "sales"),
 *         Schedule.cron("report", "0 3 * * *", "Europe/Berlin").missed(Missed.ONE).whileRunning(WhileRunning.SKIP));
 * }</pre>
 *
 * @param workflow the name of the workflow
 * @param version null for the latest when it is started
 * @param timetable when it is due
 * @param missed what becomes of times at which nobody was there; {@link Missed#ONE} by default
 * @param whileRunning what becomes of a time while the execution before is open; {@link WhileRunning#SKIP} by default
 * @param priority of the executions; 0, the default, leaves it to the definition
 * @param labels of the executions, beside {@code schedule}, which is the name of the schedule
 */
public record Schedule(
        String workflow,
        @Nullable Integer version,
        Timetable timetable,
        Missed missed,
        WhileRunning whileRunning,
        int priority,
        Map<String, String> labels) {

    public Schedule {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** By any timetable. */
    public static Schedule of(String workflow, Timetable timetable) {
        return new Schedule(workflow, null, timetable, Missed.ONE, WhileRunning.SKIP, 0, Map.of());
    }

    /**
     * By the clock on the wall. What is in a gap counts as the first moment after it, and what comes twice counts once.
     *
     * @param zone such as {@code Europe/Berlin}
     * @throws IllegalArgumentException if one of them is wrong; the message says what was expected
     */
    public static Schedule cron(String workflow, String cron, String zone) {
        return of(workflow, new Timetable.ByClock(Cron.parse(cron), Timetable.ByClock.zone(zone)));
    }

    /**
     * At a fixed rate, counted from 1970 so that it is the same whenever it is asked for.
     *
     * @param period 1 second to 3650 days, in whole seconds
     */
    public static Schedule every(String workflow, Duration period) {
        return of(workflow, new Timetable.Every(period, Instant.EPOCH));
    }

    /** Once. */
    public static Schedule at(String workflow, Instant instant) {
        return of(workflow, new Timetable.Once(instant));
    }

    /** The same with a version of the workflow. */
    public Schedule version(int wanted) {
        return new Schedule(workflow, wanted, timetable, missed, whileRunning, priority, labels);
    }

    /** The same with another answer to times at which nobody was there. */
    public Schedule missed(Missed wanted) {
        return new Schedule(workflow, version, timetable, wanted, whileRunning, priority, labels);
    }

    /** The same with another answer to executions that take longer than the next is away. */
    public Schedule whileRunning(WhileRunning wanted) {
        return new Schedule(workflow, version, timetable, missed, wanted, priority, labels);
    }

    /** The same with another priority of its executions. */
    public Schedule priority(int wanted) {
        return new Schedule(workflow, version, timetable, missed, whileRunning, wanted, labels);
    }

    /** The same with one label more. */
    public Schedule label(String name, String value) {
        Map<String, String> more = new TreeMap<>(labels);
        more.put(name, value);
        return new Schedule(workflow, version, timetable, missed, whileRunning, priority, more);
    }
}
