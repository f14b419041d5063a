package dev.reeve;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When and how to start a workflow.
 *
 * <pre>{@code
 * reeve.schedules().put("nightly_report", Map.of("kind", "sales"),
 *         Schedule.cron("report", "0 3 * * *", "Europe/Berlin")
 *                 .missed(Missed.ONE)
 *                 .whileRunning(ConcurrencyPolicy.SKIP));
 * }</pre>
 *
 * @param workflow the name of the workflow
 * @param version the version to start; null for the latest at each start
 * @param timetable the nominal times
 * @param missed how to handle times that were missed because no engine ran (default {@link Missed#ONE})
 * @param whileRunning how to handle a time while the previous execution is open (default {@link
 *     ConcurrencyPolicy#SKIP})
 * @param priority of the executions; 0, the default, leaves it to the definition
 * @param labels of the executions, in addition to {@code schedule}, which is the name of the schedule
 */
public record Schedule(
        String workflow,
        @Nullable Integer version,
        Timetable timetable,
        Missed missed,
        ConcurrencyPolicy whileRunning,
        int priority,
        Map<String, String> labels) {

    public Schedule {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** A schedule with any timetable. */
    public static Schedule of(String workflow, Timetable timetable) {
        return new Schedule(workflow, null, timetable, Missed.ONE, ConcurrencyPolicy.SKIP, 0, Map.of());
    }

    /**
     * A schedule in local time. A time in a gap moves to the first moment after it. A time that occurs twice counts
     * once.
     *
     * @param zone such as {@code Europe/Berlin}
     * @throws IllegalArgumentException if an argument is malformed; the message says what was expected
     */
    public static Schedule cron(String workflow, String cron, String zone) {
        return of(workflow, new Timetable.ByClock(Cron.parse(cron), Timetable.ByClock.zone(zone)));
    }

    /**
     * A schedule with a fixed period, counted from 1970, so that its times do not depend on the time of registration.
     *
     * @param period 1 second to 3650 days, in whole seconds
     * @throws InvalidException if the period is out of range
     */
    public static Schedule every(String workflow, Duration period) {
        return of(workflow, new Timetable.Every(period, Instant.EPOCH));
    }

    /** A schedule for one instant. */
    public static Schedule at(String workflow, Instant instant) {
        return of(workflow, new Timetable.Once(instant));
    }

    /** A copy with this version of the workflow. */
    public Schedule version(int wanted) {
        return new Schedule(workflow, wanted, timetable, missed, whileRunning, priority, labels);
    }

    /** A copy with another way to handle missed times. */
    public Schedule missed(Missed wanted) {
        return new Schedule(workflow, version, timetable, wanted, whileRunning, priority, labels);
    }

    /** A copy with another way to handle times at which the previous execution is open. */
    public Schedule whileRunning(ConcurrencyPolicy wanted) {
        return new Schedule(workflow, version, timetable, missed, wanted, priority, labels);
    }

    /** A copy with another priority of the executions. */
    public Schedule priority(int wanted) {
        return new Schedule(workflow, version, timetable, missed, whileRunning, wanted, labels);
    }

    /** A copy with one more label. */
    public Schedule label(String name, String value) {
        Map<String, String> more = new TreeMap<>(labels);
        more.put(name, value);
        return new Schedule(workflow, version, timetable, missed, whileRunning, priority, more);
    }
}
