package dev.reeve.internal.core.rules;

import dev.reeve.CallTimes;
import dev.reeve.Failure;
import dev.reeve.Purpose;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.expression.DurationValue;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Scope;
import dev.reeve.internal.values.Times;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Computes the times of steps that their definition gives as expressions. The history keeps the results, so a
 * decision never computes them again.
 */
final class StepTimes {

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private StepTimes() {}

    /** A time or a name that cannot be computed, or whose value is none. */
    static final class Unusable extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Failure failure;

        Unusable(Failure failure) {
            super(failure.message());
            this.failure = failure;
        }

        /** The failure of the step. It is not retried. */
        Failure failure() {
            return failure;
        }
    }

    /** The computed durations of a call; null if all of them are literals. */
    static @Nullable CallTimes ofCall(PlanNode node, Purpose purpose, Scope scope) throws Unusable {
        if (!node.isTimed(purpose)) {
            return null;
        }
        String of = PlanNode.placeOfTimes(purpose);
        return new CallTimes(
                computed(node, of + ComputedTimes.COMPLETE_BY, scope, SHORTEST),
                purpose == Purpose.FORWARD ? computed(node, ComputedTimes.START_BY, scope, SHORTEST) : null,
                computed(node, of + ComputedTimes.BACKOFF, scope, Duration.ZERO),
                computed(node, of + ComputedTimes.MAX_BACKOFF, scope, Duration.ZERO));
    }

    /** A duration of a step: the literal, unless it is an expression. Zero is allowed. */
    static Duration of(PlanNode node, String place, Duration literal, Scope scope) throws Unusable {
        Duration computed = computed(node, place, scope, Duration.ZERO);
        return computed == null ? literal : computed;
    }

    /** The value of the expression; null if there is none. */
    static @Nullable Duration computed(PlanNode node, String place, Scope scope, Duration min) throws Unusable {
        Expression expression = node.step.times().at(place);
        if (expression == null) {
            return null;
        }
        try {
            return DurationValue.of(expression.evaluate(scope), min);
        } catch (ExpressionException e) {
            throw new Unusable(EngineFailures.expression(place, e));
        } catch (IllegalArgumentException e) {
            throw new Unusable(EngineFailures.durationInvalid(place, String.valueOf(e.getMessage())));
        }
    }

    /** The value of {@code waitUntil}. */
    static Instant instant(Expression expression, Scope scope) throws Unusable {
        try {
            return instant(expression.evaluate(scope));
        } catch (ExpressionException e) {
            throw new Unusable(EngineFailures.expression("waitUntil", e));
        } catch (DateTimeException e) {
            throw new Unusable(EngineFailures.expression("waitUntil", String.valueOf(e.getMessage())));
        }
    }

    /**
     * Converts a value to an instant.
     *
     * @param value ISO-8601 text with a zone or offset, or milliseconds since the epoch
     */
    private static Instant instant(@Nullable Object value) {
        if (value instanceof String text) {
            return Times.normal(OffsetDateTime.parse(text).toInstant());
        }
        if (value instanceof Number number) {
            double millis = number.doubleValue();
            return Math.abs(millis) < Times.EPOCH_MILLIS_MAX
                    ? Times.normal(Instant.ofEpochMilli(number.longValue()))
                    : millis > 0 ? Times.MAX : Instant.EPOCH;
        }
        throw new DateTimeException(
                "expected ISO-8601 text with a zone such as 2026-01-31T12:00:00Z, or milliseconds since the epoch, found %s"
                        .formatted(value == null ? "null" : value.getClass().getSimpleName() + " " + value));
    }
}
