package dev.reeve.engine.scheduler;

import dev.reeve.core.Event;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.Plan;

/**
 * A start that has been checked and only has to be stored.
 *
 * @param plan of the version that the execution is pinned to
 * @param digest of workflow and input; tells a repeated start from a conflicting one
 */
public record StartRequest(ExecutionId id, Plan plan, Event.ExecutionStarted started, long digest) {

    boolean keyed() {
        return started.key() != null;
    }
}
