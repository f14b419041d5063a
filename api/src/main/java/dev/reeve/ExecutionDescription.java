package dev.reeve;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes an execution step by step, as read from its history.
 *
 * @param summary the execution in one line
 * @param status its status, as its history has it
 * @param input its input
 * @param output null unless the execution completed
 * @param completeBy when the execution is compensated if it is still running; null for never
 * @param failure why it was compensated, or why it needs a person; null if nothing is wrong
 * @param failedStep the step whose failure this is; null if it is of no single step
 * @param rerun the execution that this one re-runs; null if it is no re-run
 * @param rerunAs the execution that re-runs this one; null if none does
 * @param parent the execution of which it is a step; null if it is not a child
 * @param undoes the execution that it compensates; null if it compensates none
 * @param steps in the order of the definition, those of {@code finally} last
 */
public record ExecutionDescription(
        ExecutionSummary summary,
        ExecutionStatus status,
        Json input,
        @Nullable Json output,
        @Nullable Instant completeBy,
        @Nullable Failure failure,
        @Nullable StepPath failedStep,
        @Nullable Rerun rerun,
        @Nullable ExecutionId rerunAs,
        @Nullable ExecutionId parent,
        @Nullable ExecutionId undoes,
        List<StepDescription> steps) {

    public ExecutionDescription {
        steps = List.copyOf(steps);
    }
}
