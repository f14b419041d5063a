package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepPath;
import org.jspecify.annotations.Nullable;

/**
 * The end of an execution, or its status if it has not ended.
 *
 * @param id its id
 * @param status its status
 * @param ended whether it has ended
 * @param output its output, if it completed
 * @param failure why it did not complete
 * @param failedStep the step whose failure this is
 */
public record ResultDocument(
        ExecutionId id,
        ExecutionStatus status,
        boolean ended,
        @Nullable Json output,
        @Nullable FailureDocument failure,
        @Nullable StepPath failedStep)
        implements Document {

    public static ResultDocument of(ExecutionResult result) {
        return new ResultDocument(
                result.id(),
                result.status(),
                true,
                result.output(),
                FailureDocument.of(result.failure()),
                result.failedStep());
    }

    public static ResultDocument goesOn(ExecutionId id, ExecutionStatus status) {
        return new ResultDocument(id, status, false, null, null, null);
    }

    public ExecutionResult result() {
        return new ExecutionResult(id, status, output, FailureDocument.failureOf(failure), failedStep);
    }
}
