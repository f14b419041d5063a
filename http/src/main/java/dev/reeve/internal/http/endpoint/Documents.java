package dev.reeve.internal.http.endpoint;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.ErrorDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents that only the HTTP API has. The file openapi.yaml describes them. */
final class Documents {

    private Documents() {}

    /** One of several starts. */
    public record StartOutcome(@Nullable ExecutionId id, ErrorDocument.@Nullable Detail error) implements Document {}

    /** Several starts, in the order of the request. */
    public record StartOutcomes(List<StartOutcome> starts) implements Document {}

    /** A schedule that was registered or removed. */
    public record ScheduleDone(String schedule, String actor) implements Document {}

    /** Whether a server is up, or ready. */
    public record Up(String status) implements Document {}

    /** A changed execution. */
    public record Change(String namespace, String workflow, ExecutionId execution, int version, ExecutionStatus status)
            implements Document {}
}
