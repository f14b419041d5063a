package dev.reeve.internal.document;

import dev.reeve.BulkProgress;
import dev.reeve.ExecutionId;
import dev.reeve.Verb;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bulk operation.
 *
 * @param operation its id, which is that of an execution
 * @param verb the verb of the operation
 * @param actor the actor
 * @param seen the number of executions that were examined
 * @param done the number of executions that were changed
 * @param refused the number of refusals
 * @param refusals the first of those
 * @param finished whether it has ended
 */
public record BulkDocument(
        ExecutionId operation,
        Verb verb,
        String actor,
        int seen,
        int done,
        int refused,
        List<Refusal> refusals,
        boolean finished)
        implements Document {

    /**
     * An execution that refused.
     *
     * @param execution its id
     * @param step the step
     * @param reason why
     */
    public record Refusal(String execution, @Nullable String step, String reason) implements Document {}

    public static BulkDocument of(ExecutionId operation, Verb verb, String actor, BulkProgress progress) {
        return new BulkDocument(
                operation,
                verb,
                actor,
                progress.seen(),
                progress.done(),
                progress.refused(),
                progress.refusals().stream()
                        .map(it -> new Refusal(it.execution(), it.step(), it.reason()))
                        .toList(),
                progress.finished());
    }

    /**
     * @param last the last examined execution, which the document does not name; null before the first
     * @param lastStartedAt when that execution was started
     */
    BulkProgress progress(@Nullable String last, @Nullable Instant lastStartedAt) {
        return new BulkProgress(
                last,
                lastStartedAt,
                seen,
                done,
                refused,
                refusals.stream()
                        .map(it -> new BulkProgress.Refusal(it.execution(), it.step(), it.reason()))
                        .toList(),
                finished);
    }
}
