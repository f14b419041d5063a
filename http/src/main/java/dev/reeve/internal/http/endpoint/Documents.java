package dev.reeve.internal.http.endpoint;

import dev.reeve.AgentStatus;
import dev.reeve.Bulk;
import dev.reeve.DeployedVersion;
import dev.reeve.EngineHealth;
import dev.reeve.EngineStats;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.ServiceIncident;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.SuspectAttempt;
import dev.reeve.internal.document.BulkDocument;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.ErrorDocument;
import dev.reeve.internal.document.ExecutionListDocument;
import dev.reeve.internal.document.FailureDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents that only the HTTP API has. The file openapi.yaml describes them. */
final class Documents {

    private Documents() {}

    /** An execution that was started, now or earlier with the same key. */
    public record Started(ExecutionId id) implements Document {
        static Started of(Execution execution) {
            return new Started(execution.id());
        }
    }

    /** One of several starts. */
    public record StartOutcome(@Nullable ExecutionId id, ErrorDocument.@Nullable Detail error) implements Document {}

    /** Several starts, in the order of the request. */
    public record StartOutcomes(List<StartOutcome> starts) implements Document {}

    /** A page of a list. */
    public record Page(
            List<ExecutionListDocument.Item> executions,
            @Nullable String next) implements Document {}

    /** The end of an execution, or its status if it has not ended. */
    public record Result(
            ExecutionId id,
            ExecutionStatus status,
            boolean ended,
            @Nullable Json output,
            @Nullable FailureDocument failure)
            implements Document {

        static Result of(ExecutionResult result) {
            return new Result(
                    result.id(), result.status(), true, result.output(), FailureDocument.of(result.failure()));
        }
    }

    /** Deployed versions. */
    public record Definitions(List<Definition> definitions) implements Document {

        public record Definition(String workflow, int version) implements Document {}

        static Definitions of(List<DeployedVersion> versions) {
            return new Definitions(versions.stream()
                    .map(each -> new Definition(each.workflow(), each.version()))
                    .toList());
        }
    }

    /** A schedule that was registered or removed. */
    public record ScheduleDone(String schedule, String actor) implements Document {}

    /** The actions that agents offer. */
    public record Services(List<Service> services) implements Document {

        public record Service(
                String action,
                ServiceState state,
                @Nullable Instant since,
                @Nullable String reason,
                @Nullable String actor,
                @Nullable Instant next,
                int failurePercent,
                int queued,
                int retries,
                int limited,
                Duration waiting,
                int underWay,
                @Nullable Integer limit,
                int agents)
                implements Document {}

        static Services of(List<ServiceStatus> services) {
            return new Services(services.stream()
                    .map(it -> new Service(
                            it.action(),
                            it.state(),
                            it.since(),
                            it.reason(),
                            it.actor(),
                            it.next(),
                            (int) Math.round(it.failureShare() * 100),
                            it.queued(),
                            it.retries(),
                            it.limited(),
                            it.waiting(),
                            it.underWay(),
                            it.limit(),
                            it.agents()))
                    .toList());
        }
    }

    /** Texts about services, for people. */
    public record Remarks(List<String> remarks) implements Document {
        static Remarks ofSuspects(List<SuspectAttempt> suspects) {
            return new Remarks(suspects.stream().map(String::valueOf).toList());
        }

        static Remarks ofIncidents(List<ServiceIncident> incidents) {
            return new Remarks(incidents.stream().map(String::valueOf).toList());
        }
    }

    /** Bulk operations, the newest first. */
    public record Bulks(List<BulkState> operations) implements Document {
        static Bulks of(List<Bulk> bulks) {
            return new Bulks(bulks.stream().map(BulkState::of).toList());
        }
    }

    /** A bulk operation. */
    public record BulkState(ExecutionStatus status, String reason, BulkDocument operation) implements Document {
        static BulkState of(Bulk bulk) {
            return new BulkState(
                    bulk.status(),
                    bulk.order().reason(),
                    BulkDocument.of(
                            bulk.id(),
                            bulk.order().request().verb(),
                            bulk.order().actor(),
                            bulk.progress()));
        }
    }

    /** How the engine is. */
    public record Health(
            long commits,
            long transitions,
            Duration commitTime,
            int active,
            int swappedOut,
            long heldBytes,
            long heldBytesMax,
            int quarantined,
            List<String> incidents,
            List<AgentState> agents)
            implements Document {

        public record AgentState(String name, String health, List<String> actions, int slots, int busy, Instant heardAt)
                implements Document {
            static AgentState of(AgentStatus agent) {
                return new AgentState(
                        agent.name(),
                        agent.health().name(),
                        List.copyOf(agent.actions()),
                        agent.slots(),
                        agent.busy(),
                        agent.heardAt());
            }
        }

        static Health of(EngineHealth health) {
            EngineStats stats = health.stats();
            return new Health(
                    stats.commits(),
                    stats.transitions(),
                    stats.commitTime(),
                    stats.active(),
                    stats.swappedOut(),
                    stats.heldBytes(),
                    stats.heldBytesMax(),
                    stats.quarantined(),
                    health.incidents().stream().map(String::valueOf).toList(),
                    health.agents().stream().map(AgentState::of).toList());
        }
    }

    /** Whether a server is up, or ready. */
    public record Up(String status) implements Document {}

    /** The caller and its roles. */
    public record Self(String name, String namespace, Map<String, List<String>> roles) implements Document {}

    /** A changed execution. */
    public record Change(String namespace, String workflow, ExecutionId execution, int version, ExecutionStatus status)
            implements Document {}
}
