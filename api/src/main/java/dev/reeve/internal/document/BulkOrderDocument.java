package dev.reeve.internal.document;

import dev.reeve.BulkRequest;
import dev.reeve.Cause;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.Verb;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for a bulk operation. Each member that is there must match.
 *
 * @param verb the verb
 * @param reason the actor's reason
 * @param workflow of the executions
 * @param labels of the executions
 * @param step its name, or the path of one item
 * @param action that the escalated step calls
 * @param purpose for which the step escalated
 * @param cause of its failure
 * @param code of its failure
 * @param fingerprint the common part of similar messages
 * @param payload the output or input that the verb needs
 * @param perSecond the maximum number of executions per second
 * @param expected how many it may change; absent for any number
 */
public record BulkOrderDocument(
        Verb verb,
        String reason,
        @Nullable String workflow,
        Map<String, String> labels,
        @Nullable String step,
        @Nullable String action,
        @Nullable Purpose purpose,
        @Nullable Cause cause,
        @Nullable String code,
        @Nullable String fingerprint,
        @Nullable Json payload,
        int perSecond,
        @Nullable Integer expected)
        implements Document {

    public static BulkOrderDocument of(BulkRequest request, String reason) {
        return of(request, reason, null);
    }

    public static BulkOrderDocument of(BulkRequest request, String reason, @Nullable Integer expected) {
        return new BulkOrderDocument(
                request.verb(),
                reason,
                request.workflow(),
                request.labels(),
                request.step(),
                request.action(),
                request.purpose(),
                request.cause(),
                request.code(),
                request.fingerprint(),
                request.payload() == null ? null : new Json(request.payload()),
                request.perSecond(),
                expected);
    }

    public BulkRequest request() {
        return new BulkRequest(
                verb,
                workflow,
                labels,
                step,
                action,
                purpose,
                cause,
                code,
                fingerprint,
                payload == null ? null : payload.text(),
                perSecond);
    }
}
