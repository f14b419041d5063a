package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.Rate;
import org.jspecify.annotations.Nullable;

/**
 * Limits the calls of an action. A call beyond the limit waits, without using up attempts or time. At least one of
 * {@code concurrency} and {@code rate} is set.
 *
 * @param key calls with different keys are counted separately, each within the limit; computed with the step's input.
 *     Null counts all calls of the action together
 * @param concurrency maximum number of calls under way at a time; 0 for no maximum
 * @param rate maximum number of calls that begin per unit of time; null for no maximum
 */
public record StepLimit(
        @Nullable Template key, int concurrency, @Nullable Rate rate) {

    /** The highest {@code concurrency} that a definition may set. */
    public static final int CONCURRENCY_MAX = 10_000;
}
