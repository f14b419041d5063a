package dev.reeve.engine.scheduler;

import dev.reeve.core.Event;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.Plan;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;

/**
 * A start that has been checked and only has to be stored.
 *
 * @param plan of the version that the execution is pinned to
 * @param digest of workflow and input; tells a repeated start from a conflicting one
 */
public record StartRequest(ExecutionId id, Plan plan, Event.ExecutionStarted started, long digest) {

    /** What its caller is told if the key belongs to another start. */
    public ReeveException conflict() {
        return new ReeveException(
                ErrorCode.CONFLICT,
                "key '%s' belongs to execution %s, which was started with another workflow or input; use another key for another start"
                        .formatted(started.key(), id));
    }

    boolean keyed() {
        return started.key() != null;
    }
}
