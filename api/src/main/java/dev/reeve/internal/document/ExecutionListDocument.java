package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page of executions.
 *
 * @param executions the newest first
 * @param next the last execution of the page, if there may be more: the next page begins after it
 */
public record ExecutionListDocument(
        List<Item> executions, @Nullable ExecutionId next) implements Document {

    /**
     * One execution.
     *
     * @param id its id
     * @param key the key that it was started with
     * @param workflow the name of its workflow
     * @param version the version of its workflow
     * @param action the action that it calls, if it is a job
     * @param status its status
     * @param priority its priority
     * @param labels its labels
     * @param startedAt the time of its start
     * @param endedAt the time of its end
     * @param error why it did not complete, or what needs a person
     */
    public record Item(
            ExecutionId id,
            @Nullable String key,
            String workflow,
            int version,
            @Nullable String action,
            ExecutionStatus status,
            int priority,
            Map<String, String> labels,
            Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable String error)
            implements Document {

        public static Item of(ExecutionSummary summary) {
            return new Item(
                    summary.id(),
                    summary.key(),
                    summary.workflow(),
                    summary.version(),
                    summary.action(),
                    summary.status(),
                    summary.priority(),
                    summary.labels(),
                    summary.startedAt(),
                    summary.endedAt(),
                    summary.error());
        }

        public ExecutionSummary summary() {
            return new ExecutionSummary(
                    id, key, workflow, version, action, status, priority, labels, startedAt, endedAt, error);
        }
    }

    public static ExecutionListDocument of(List<ExecutionSummary> page, boolean more) {
        List<Item> items = page.stream().map(Item::of).toList();
        return new ExecutionListDocument(items, more ? page.getLast().id() : null);
    }
}
