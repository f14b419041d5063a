package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.CallLimit;
import org.jspecify.annotations.Nullable;

/**
 * The steps that wait for one limit.
 *
 * @param limit the limit of the step that goes next; null if none waits
 * @param calls how many could begin at agents that are free now
 * @param waiting how many wait
 * @param borrows whether slots for them come from other nodes, which takes its time
 */
public record Demand(@Nullable CallLimit limit, int calls, int waiting, boolean borrows) {

    /** No step waits. */
    public static final Demand NONE = new Demand(null, 0, 0, false);
}
