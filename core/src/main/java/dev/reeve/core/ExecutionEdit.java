package dev.reeve.core;

import dev.reeve.model.Json;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The next state of an execution while it is being made. Only {@link Evolution} makes one.
 *
 * <p>Steps are replaced through {@link #put}, which keeps all the counters that can be told from the states of steps alone.
 */
final class ExecutionEdit {

    final ExecutionId id;
    final Plan plan;
    Phase phase = Phase.NEW;
    PersistentVector<StepState> steps;
    Event.@Nullable ExecutionStarted started;

    @Nullable Instant startedAt;

    @Nullable Instant endedAt;

    @Nullable Instant completeBy;

    ExecutionStatus outcome = ExecutionStatus.RUNNING;

    @Nullable Json output;

    @Nullable Failure undoneFor;

    @Nullable String cancelReason;

    int events;
    int inFlight;
    int openForward;
    int unsettled;
    int escalated;

    @Nullable Instant escalatedSince;

    int lastEscalated = StepPath.NONE;
    int undoPending;
    int undone;

    @Nullable IntList undoable;

    ExecutionEdit(ExecutionId id, Plan plan) {
        this.id = id;
        this.plan = plan;
        this.steps = plan.initialSteps();
        this.unsettled = plan.mainCount();
    }

    ExecutionEdit(ExecutionState state) {
        this.id = state.id();
        this.plan = state.plan();
        this.phase = state.phase;
        this.steps = state.steps;
        if (state.phase != Phase.NEW) {
            this.started = state.started();
            this.startedAt = state.startedAt();
        }
        this.endedAt = state.endedAt();
        this.completeBy = state.completeByAnyway();
        this.outcome = state.outcome;
        this.output = state.computedOutput();
        this.undoneFor = state.undoneFor;
        this.cancelReason = state.cancelReason;
        this.events = state.events;
        this.inFlight = state.inFlight;
        this.openForward = state.openForward;
        this.unsettled = state.unsettled;
        this.escalated = state.escalated;
        this.escalatedSince = state.escalatedSince;
        this.lastEscalated = state.lastEscalated;
        this.undoPending = state.undoPending;
        this.undone = state.undone;
        this.undoable = state.undoable;
    }

    StepState step(int index) {
        return steps.get(index);
    }

    void put(Node node, StepState before, StepState after) {
        steps = steps.with(node.index, after);
        inFlight += count(isInFlight(after)) - count(isInFlight(before));
        openForward += count(isOpenForward(after)) - count(isOpenForward(before));
        boolean needsPerson = after.status() == StepStatus.ESCALATED;
        escalated += count(needsPerson) - count(before.status() == StepStatus.ESCALATED);
        if (needsPerson) {
            lastEscalated = node.index;
        }
    }

    private static int count(boolean yes) {
        return yes ? 1 : 0;
    }

    private static boolean isInFlight(StepState step) {
        return step.open() instanceof Open.Ready || step.open() instanceof Open.Running;
    }

    private static boolean isOpenForward(StepState step) {
        return switch (step.status()) {
            case READY, RUNNING, WAITING, PROBING -> true;
            case PENDING, COMPLETED, FAILED, SKIPPED, COMPENSATING, COMPENSATED, ESCALATED -> false;
        };
    }

    /** While a step needs a person, the execution's own complete-by stands still. */
    void stopOrResumeClock(Instant at) {
        if (escalated > 0) {
            if (escalatedSince == null) {
                escalatedSince = at;
            }
        } else if (escalatedSince != null) {
            if (completeBy != null && at.isAfter(escalatedSince)) {
                completeBy = Times.plus(completeBy, Duration.between(escalatedSince, at));
            }
            escalatedSince = null;
        }
    }
}
