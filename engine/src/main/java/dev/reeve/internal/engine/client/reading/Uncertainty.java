package dev.reeve.internal.engine.client.reading;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
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

/**
 * Looks for executions of a restored store that could go on between its last record of them and the moment at which the
 * last engine stopped. Leaves out those that cannot be read, since the auditor reports them. For one thread; used once.
 */
final class Uncertainty {

    private final StoredExecutions stored;
    private final Instant until;
    private final Consumer<UncertainExecution> found;
    private final List<ExecutionId> unreadable = new ArrayList<>();

    private long examined;

    Uncertainty(StoredExecutions stored, Instant until, Consumer<UncertainExecution> found) {
        this.stored = stored;
        this.until = until;
        this.found = found;
    }

    /** @return the number of open executions that it examined */
    long examine() {
        stored.eachOpen(ExecutionQuery.all(), execution -> {
            examined++;
            examine(execution);
            return true;
        });
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
        Instant dueAt = story.state().dueAt();
        if (!steps.isEmpty() || (dueAt != null && isPast(dueAt))) {
            found.accept(new UncertainExecution(execution, story.knownUntil(), steps));
        }
    }

    private boolean isPast(Instant time) {
        return !time.isAfter(until);
    }

    private boolean couldGoOn(ExecutionState state, StepPath path, StepState step) {
        return switch (step.open()) {
            case Open.Ready ready -> true;
            case Open.Running running -> true;
            case Open.Child child -> true;
            case Open.Waiting waiting -> isPast(waiting.until()) || state.awaitedSignal(path) != null;
            case Open.Idle idle -> step.status() == StepStatus.ESCALATED; // a person may have decided
        };
    }

    private static UncertainStep uncertain(ExecutionState state, StepPath path, StepState step) {
        PlanNode node = state.known(path);
        String key = node.calls(step.purpose()) ? Work.key(state, node, step.purpose()) : null;
        return new UncertainStep(path, step.status(), step.purpose(), key);
    }
}
