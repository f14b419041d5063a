package dev.reeve.engine.client;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.Failure;
import dev.reeve.core.Rerun;
import dev.reeve.model.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything about an execution, step by step, as its history tells it.
 *
 * @param completeBy when it is undone if it is still running; null for never
 * @param failure why it was undone, or why it needs a person; null if nothing is wrong
 * @param rerun which execution it does again; null if it does none again
 * @param rerunAs the execution that does this one again; null if none does
 * @param parent the execution of which it is a step; null if it was started for itself
 * @param undoes the execution that it was started to undo; null if it was not
 * @param steps in the order of the definition, those of {@code finally} last
 */
public record ExecutionDescription(
        ExecutionSummary summary,
        ExecutionStatus status,
        Json input,
        @Nullable Json output,
        @Nullable Instant completeBy,
        @Nullable Failure failure,
        @Nullable Rerun rerun,
        @Nullable ExecutionId rerunAs,
        @Nullable ExecutionId parent,
        @Nullable ExecutionId undoes,
        List<StepDescription> steps) {

    public ExecutionDescription {
        steps = List.copyOf(steps);
    }
}
