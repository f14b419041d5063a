package dev.reeve.internal.document;

import dev.reeve.BulkRequest;
import dev.reeve.Cause;
import dev.reeve.Purpose;
import dev.reeve.Verb;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a bulk operation, to count what matches. Each member that is there must match.
 *
 * @param verb the verb
 * @param workflow of the executions
 * @param labels of the executions
 * @param step its name, or the path of one item
 * @param action that the escalated step calls
 * @param purpose for which the step escalated
 * @param cause of its failure
 * @param code of its failure
 * @param fingerprint the common part of similar messages
 */
public record BulkSelectionDocument(
        Verb verb,
        @Nullable String workflow,
        Map<String, String> labels,
        @Nullable String step,
        @Nullable String action,
        @Nullable Purpose purpose,
        @Nullable Cause cause,
        @Nullable String code,
        @Nullable String fingerprint)
        implements Document {

    public static BulkSelectionDocument of(BulkRequest request) {
        return new BulkSelectionDocument(
                request.verb(),
                request.workflow(),
                request.labels(),
                request.step(),
                request.action(),
                request.purpose(),
                request.cause(),
                request.code(),
                request.fingerprint());
    }
}
