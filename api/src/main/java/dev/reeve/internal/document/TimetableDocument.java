package dev.reeve.internal.document;

import dev.reeve.Cron;
import dev.reeve.Gap;
import dev.reeve.Overlap;
import dev.reeve.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** The times of a schedule. The name of the record is its {@code kind}. */
public sealed interface TimetableDocument extends Document {

    /**
     * By the clock on the wall.
     *
     * @param cron the cron expression
     * @param zone its time zone
     * @param gap the policy for times that a change of the clock leaves out
     * @param overlap the policy for times that a change of the clock repeats
     */
    record ByClock(String cron, ZoneId zone, Gap gap, Overlap overlap) implements TimetableDocument {}

    /**
     * At a rate.
     *
     * @param period the time between two starts
     * @param first the first one
     */
    record Every(Duration period, Instant first) implements TimetableDocument {}

    /**
     * Once.
     *
     * @param instant when
     */
    record Once(Instant instant) implements TimetableDocument {}

    static TimetableDocument of(Timetable timetable) {
        return switch (timetable) {
            case Timetable.ByClock it -> new ByClock(it.cron().toString(), it.zone(), it.gap(), it.overlap());
            case Timetable.Every it -> new Every(it.period(), it.first());
            case Timetable.Once it -> new Once(it.instant());
        };
    }

    default Timetable timetable() {
        return switch (this) {
            case ByClock it -> new Timetable.ByClock(Cron.parse(it.cron()), it.zone(), it.gap(), it.overlap());
            case Every it -> new Timetable.Every(it.period(), it.first());
            case Once it -> new Timetable.Once(it.instant());
        };
    }
}
