package dev.reeve.internal.engine.client.reading;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.HistoryEntry;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.UncertainExecution;
import dev.reeve.UncertainExecution.UncertainStep;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Looks for executions of a restored store that could go on between its last record of them and the moment at which the
 * last engine stopped. For one thread; used once.
 */
final class Uncertainty {

    private static final int PAGE = 100;

    private static final ExecutionStatus[] OPEN = Stream.of(ExecutionStatus.values())
            .filter(status -> !status.isTerminal())
            .toArray(ExecutionStatus[]::new);

    private final StoredExecutions stored;
    private final Function<ExecutionId, List<HistoryEntry>> histories;
    private final Instant until;
    private final Consumer<UncertainExecution> found;
    private final List<ExecutionId> unreadable = new ArrayList<>();

    Uncertainty(
            StoredExecutions stored,
            Function<ExecutionId, List<HistoryEntry>> histories,
            Instant until,
            Consumer<UncertainExecution> found) {
        this.stored = stored;
        this.histories = histories;
        this.until = until;
        this.found = found;
    }

    /** @return the number of open executions that it examined */
    long examine() {
        ExecutionQuery query = ExecutionQuery.all().status(OPEN).limit(PAGE);
        long examined = 0;
        for (List<ExecutionSummary> page = stored.list(query); !page.isEmpty(); ) {
            page.forEach(this::examine);
            examined += page.size();
            page = page.size() < PAGE ? List.of() : stored.list(query.after(page.getLast()));
        }
        return examined;
    }

    private void examine(ExecutionSummary execution) {
        StoredExecutions.Story story = stored.storyListed(execution.id(), unreadable);
        if (story == null) {
            return; // removed meanwhile, or damaged: the auditor's rules report damage
        }
        List<UncertainStep> steps = new ArrayList<>();
        for (StepPath path : story.state().paths()) {
            StepState step = story.state().step(path);
            if (step != null && couldGoOn(story.state(), path, step)) {
                steps.add(uncertain(story.state(), path, step));
            }
        }
        if (!steps.isEmpty()) {
            found.accept(new UncertainExecution(
                    execution, histories.apply(execution.id()).getLast().at(), steps));
        }
    }

    private boolean couldGoOn(ExecutionState state, StepPath path, StepState step) {
        return switch (step.open()) {
            case Open.Ready ready -> true;
            case Open.Running running -> true;
            case Open.Child child -> true;
            case Open.Waiting waiting -> !waiting.until().isAfter(until) || state.awaitedSignal(path) != null;
            case Open.Idle idle -> step.status() == StepStatus.ESCALATED; // a person may have decided
        };
    }

    private static UncertainStep uncertain(ExecutionState state, StepPath path, StepState step) {
        PlanNode node = state.known(path);
        String key = node.calls(step.purpose()) ? Work.key(state, node, step.purpose()) : null;
        return new UncertainStep(path, step.status(), step.purpose(), key);
    }
}
