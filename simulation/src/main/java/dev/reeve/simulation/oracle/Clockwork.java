package dev.reeve.simulation.oracle;

import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.DurationValue;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.simulation.oracle.JournalEvent.Failure;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The documented rules for times that are expressions. */
final class Clockwork {

    /** No time is later. */
    static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999Z");

    private static final Failure NO_DURATION = Failure.business("DURATION_INVALID");

    private Clockwork() {}

    /** A time or a name that cannot be computed, or that is none. */
    static final class NoTime extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Failure failure;

        NoTime(Failure failure) {
            super(failure.code());
            this.failure = failure;
        }

        Failure failure() {
            return failure;
        }
    }

    /** The value of the expression at this place; null if there is none. */
    static @Nullable Duration at(Account account, String place, View view, Duration min) {
        Expression expression = account.step.times().at(place);
        if (expression == null) {
            return null;
        }
        try {
            return DurationValue.of(expression.evaluate(view), min);
        } catch (ExpressionException e) {
            throw new NoTime(Failure.NOT_COMPUTED);
        } catch (IllegalArgumentException e) {
            throw new NoTime(NO_DURATION);
        }
    }

    static Duration at(Account account, String place, Duration literal, View view) {
        Duration computed = at(account, place, view, Duration.ZERO);
        return computed == null ? literal : computed;
    }

    /** The computed durations of a call by their names in the journal. */
    static Map<String, Duration> ofCall(Account account, Purpose purpose, View view) {
        String of = switch (purpose) {
            case FORWARD -> "";
            case PROBE -> "probe.";
            case COMPENSATION -> "compensate.";
        };
        Map<String, Duration> times = new TreeMap<>();
        put(times, "completeBy", at(account, of + "completeBy", view, Duration.ofMillis(1)));
        if (purpose == Purpose.FORWARD) {
            put(times, "startBy", at(account, "startBy", view, Duration.ofMillis(1)));
        }
        put(times, "backoff", at(account, of + "retry.backoff", view, Duration.ZERO));
        put(times, "maxBackoff", at(account, of + "retry.maxBackoff", view, Duration.ZERO));
        return times;
    }

    private static void put(Map<String, Duration> times, String name, @Nullable Duration time) {
        if (time != null) {
            times.put(name, time);
        }
    }

    /** The computed durations in an event. */
    static Map<String, Duration> told(JournalEvent entry) {
        Map<String, Duration> times = new TreeMap<>();
        if (entry.has("times")) {
            JournalEvent told = entry.inner("times");
            told.names().forEach(name -> times.put(name, Duration.parse(told.text(name))));
        }
        return times;
    }

    /** Whether a time can be computed for a wait that a signal moves. */
    static boolean isTime(Account account, View view) {
        try {
            if (account.step.task() instanceof Task.WaitUntil wait) {
                instant(wait.waitUntil().evaluate(view));
            } else {
                at(account, ComputedTimes.TIMEOUT, Duration.ZERO, view);
            }
            return true;
        } catch (ExpressionException | DateTimeException | NoTime e) {
            return false;
        }
    }

    /** When a wait ends whose time a signal has moved. */
    static Instant moved(Account account, View view) {
        if (account.step.task() instanceof Task.WaitUntil wait) {
            try {
                return instant(wait.waitUntil().evaluate(view));
            } catch (ExpressionException | DateTimeException e) {
                throw new NoTime(Failure.NOT_COMPUTED);
            }
        }
        return plus(account.waitsSince, at(account, ComputedTimes.TIMEOUT, Duration.ZERO, view));
    }

    /** ISO-8601 text with a time zone, or milliseconds since the epoch. */
    static Instant instant(@Nullable Object value) {
        if (value instanceof String text) {
            return normal(OffsetDateTime.parse(text).toInstant());
        }
        if (value instanceof Number number) {
            double millis = number.doubleValue();
            return millis < -1e17
                    ? Instant.EPOCH
                    : millis > 1e17 ? LAST : normal(Instant.ofEpochMilli(number.longValue()));
        }
        throw new DateTimeException("no time");
    }

    static Instant plus(Instant instant, Duration duration) {
        return normal(instant.plus(duration));
    }

    private static Instant normal(Instant instant) {
        return instant.isAfter(LAST) ? LAST : instant.truncatedTo(ChronoUnit.MICROS);
    }
}
