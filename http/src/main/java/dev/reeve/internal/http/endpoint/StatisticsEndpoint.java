package dev.reeve.internal.http.endpoint;

import dev.reeve.DeployedVersion;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
import dev.reeve.HistoryEntry;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.document.ExecutionListDocument;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.Endpoint;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the steps of a version. No store keeps them, so they are counted from the histories of its newest
 * executions: a bounded number of executions, and of events.
 */
final class StatisticsEndpoint implements Endpoint.Action {

    /** Executions whose histories are read at most; also the most that a mask looks up. */
    static final int EXECUTIONS_MAX = SensitiveMask.EXECUTIONS_MAX;

    /** Executions of the workflow, of all versions, among which those of the version are looked for. */
    private static final int LISTED_MAX = 500;

    /** No further history is read after this number of events. */
    private static final int EVENTS_MAX = 100_000;

    private final Door door;

    StatisticsEndpoint(Door door) {
        this.door = door;
    }

    Endpoint get() {
        return Endpoint.get("/v1/definitions/{workflow}/{version}/statistics", Operation.HISTORY, this)
                .large();
    }

    @Override
    public Answer answer(Call call) {
        Reeve reeve = door.open(call);
        String workflow = call.parameter("workflow");
        int version = version(reeve, workflow, Door.number(call, "version"));
        int limit = Door.number(call, "limit", EXECUTIONS_MAX, 1, EXECUTIONS_MAX);
        List<ExecutionSummary> listed =
                reeve.list(ExecutionQuery.all().workflow(workflow).limit(LISTED_MAX));
        List<ExecutionSummary> own =
                listed.stream().filter(each -> each.version() == version).toList();
        @Nullable SensitiveMask mask = door.mask(call);
        StepStatistics statistics = new StepStatistics();
        int read = 0;
        while (read < Math.min(limit, own.size()) && statistics.events() < EVENTS_MAX) {
            ExecutionSummary summary = own.get(read);
            statistics.add(history(reeve, summary.id()), shown(mask, summary));
            read++;
        }
        return Answer.json(new Documents.Statistics(
                workflow,
                version,
                read,
                read < own.size() || listed.size() == LISTED_MAX,
                read == 0 ? null : own.get(read - 1).startedAt(),
                statistics.steps()));
    }

    /** Empty if it was removed meanwhile, or if its history is damaged: the figures of the others are still good. */
    private static List<HistoryEntry> history(Reeve reeve, ExecutionId id) {
        try {
            Optional<Execution> found = reeve.find(id);
            return found.isPresent() ? found.get().history() : List.of();
        } catch (ReeveException e) {
            if (e.code().isTransient()) {
                throw e;
            }
            return List.of();
        }
    }

    /** The version {@code 0} is the highest one. */
    private static int version(Reeve reeve, String workflow, int wanted) {
        return reeve.definitions().stream()
                .filter(each -> each.workflow().equals(workflow))
                .map(DeployedVersion::version)
                .filter(each -> wanted == 0 || each == wanted)
                .max(Comparator.naturalOrder())
                .orElseThrow(() ->
                        ReeveException.of(ErrorCode.WORKFLOW_UNKNOWN, "no such version of the workflow is deployed"));
    }

    /** A code may be a sensitive value: then it is masked as in the list of executions. */
    private static UnaryOperator<String> shown(@Nullable SensitiveMask mask, ExecutionSummary summary) {
        return mask == null
                ? UnaryOperator.identity()
                : code -> mask.text(List.of(ExecutionListDocument.Item.of(summary)), "error", code);
    }
}
