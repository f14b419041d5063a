package dev.reeve.internal.engine.schedule;

import dev.reeve.Missed;
import dev.reeve.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The next decision about a schedule. Pure: the same arguments give the same result.
 *
 * <p>Each schedule has a mark: all nominal times up to it are decided. Each decision moves the mark forward.
 */
sealed interface NextFireTime {

    /**
     * A nominal time that is later than this was missed, because no engine ran. Within this time, the engine was merely
     * busy.
     */
    Duration GRACE = Duration.ofMinutes(1);

    /** This nominal time is due. */
    record Start(Instant nominal) implements NextFireTime {}

    /** Nominal times up to this instant were missed, and are skipped. */
    record LeaveOut(Instant until) implements NextFireTime {}

    /** Nothing is due. */
    record Rest(@Nullable Instant next) implements NextFireTime {}

    /**
     * Decides about the next nominal time.
     *
     * @param mark all nominal times up to this one are decided
     */
    static NextFireTime next(Timetable timetable, Missed missed, Instant mark, Instant now) {
        Optional<Instant> next = timetable.after(mark);
        if (next.isEmpty() || next.get().isAfter(now)) {
            return new Rest(next.orElse(null));
        }
        Instant first = next.get();
        Instant late = now.minus(GRACE);
        if (missed == Missed.ALL || first.isAfter(late)) {
            return new Start(first);
        }
        if (missed == Missed.SKIP) {
            return new LeaveOut(late);
        }
        boolean another =
                timetable.after(late).filter(time -> !time.isAfter(now)).isPresent();
        if (another) {
            return new LeaveOut(late);
        }
        Instant last = last(timetable, first, late);
        // just before it, so that it is the next
        return last.isAfter(first) ? new LeaveOut(last.minusNanos(1_000)) : new Start(first);
    }

    /**
     * The last nominal time up to an instant. Searches backwards in growing steps, so that it need not count all times
     * of a year.
     */
    private static Instant last(Timetable timetable, Instant first, Instant until) {
        Duration back = Duration.ofSeconds(1);
        Instant found = first;
        while (until.minus(back).isAfter(first)) {
            Optional<Instant> near = timetable.after(until.minus(back));
            if (near.isPresent() && !near.get().isAfter(until)) {
                found = near.get();
                break;
            }
            back = back.multipliedBy(2);
        }
        Optional<Instant> next = timetable.after(found);
        while (next.isPresent() && !next.get().isAfter(until)) {
            found = next.get();
            next = timetable.after(found);
        }
        return found;
    }
}
