package dev.reeve.internal.core.state;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Hold;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Builds the next state of an execution. Used by {@link Evolution} only.
 *
 * <p>{@link #put} replaces a step's state and updates all counters that follow from step states alone.
 */
final class ExecutionEdit {

    final ExecutionId id;
    final ParsedPayloads parsed;
    Plan plan;
    Phase phase = Phase.NEW;
    PersistentVector<StepState> steps;
    Event.@Nullable ExecutionStarted started;

    @Nullable Instant startedAt;

    @Nullable Instant endedAt;

    @Nullable Instant completeBy;

    @Nullable Instant delayedUntil;

    ExecutionStatus outcome = ExecutionStatus.RUNNING;

    @Nullable Json output;

    @Nullable Failure undoneFor;

    @Nullable StepPath failedStep;

    @Nullable String cancelReason;

    @Nullable StepPath endedBy;

    boolean undoRequested;

    @Nullable Hold paused;

    int events;
    int queued;
    int running;
    int children;
    int stopping;
    int openForward;
    int unsettled;
    int escalated;

    @Nullable Instant stoppedSince;

    HeldTime held = HeldTime.NONE;

    @Nullable StepPath lastEscalated;

    int undoPending;
    int undone;
    int itemCount;
    boolean pastPivot;
    Signals signals = Signals.NONE;
    BulkDeeds bulkDeeds = BulkDeeds.NONE;

    @Nullable PathList undoable;

    ExecutionEdit(ExecutionId id, Plan plan, PersistentVector<StepState> steps, ParsedPayloads parsed) {
        this.id = id;
        this.parsed = parsed;
        this.plan = plan;
        this.steps = steps;
    }

    /** The first edit of an execution. */
    static ExecutionEdit first(ExecutionId id, Plan plan) {
        ExecutionEdit first = new ExecutionEdit(id, plan, plan.initialSteps(), new ParsedPayloads());
        first.unsettled = plan.mainCount();
        return first;
    }

    /** The state of a step, not of an item. */
    StepState step(int index) {
        return steps.get(index);
    }

    StepState step(PlanNode node) {
        StepState step = steps.get(node.index);
        return node.parent == null ? step : step.itemsOf(node).step(node.path.item());
    }

    void put(PlanNode node, StepState before, StepState after) {
        if (node.parent == null) {
            steps = steps.with(node.index, after);
        } else {
            StepState parent = steps.get(node.index);
            Items items = parent.itemsOf(node).with(node.path.item(), after);
            steps = steps.with(node.index, parent.with(items));
        }
        queued += count(after.open() instanceof Open.Ready) - count(before.open() instanceof Open.Ready);
        running += count(after.open() instanceof Open.Running) - count(before.open() instanceof Open.Running);
        children += count(after.open() instanceof Open.Child) - count(before.open() instanceof Open.Child);
        if (steps.get(node.index).unneeded() != null) {
            stopping += count(isChildAtWork(after)) - count(isChildAtWork(before));
        }
        openForward += count(isOpenForward(after)) - count(isOpenForward(before));
        boolean needsPerson = after.status() == StepStatus.ESCALATED;
        escalated += count(needsPerson) - count(before.status() == StepStatus.ESCALATED);
        if (needsPerson) {
            lastEscalated = node.path;
        }
    }

    /** Sets the mark of a step. Changes nothing else of it. */
    void mark(PlanNode node, StepState before, Unneeded unneeded) {
        steps = steps.with(node.index, before.with(unneeded));
        if (before.unneeded() == null) {
            Items items = before.items();
            stopping += count(isChildAtWork(before));
            for (int i = 0; items != null && i < items.begun(); i++) {
                stopping += count(isChildAtWork(items.step(i)));
            }
        }
    }

    private static boolean isChildAtWork(StepState step) {
        return step.open() instanceof Open.Child && step.purpose() == Purpose.FORWARD;
    }

    private static int count(boolean yes) {
        return yes ? 1 : 0;
    }

    private static boolean isOpenForward(StepState step) {
        return switch (step.status()) {
            case READY, RUNNING, WAITING, PROBING -> true;
            case PENDING, COMPLETED, FAILED, SKIPPED, COMPENSATING, COMPENSATED, ESCALATED -> false;
        };
    }

    /** Stops the clock of the execution's own complete-by while a step is escalated or the execution is paused. */
    void stopOrResumeClock(Instant at) {
        if (escalated > 0 || paused != null) {
            if (stoppedSince == null) {
                stoppedSince = at;
            }
        } else if (stoppedSince != null) {
            if (completeBy != null && at.isAfter(stoppedSince)) {
                completeBy = Times.plus(completeBy, Duration.between(stoppedSince, at));
            }
            stoppedSince = null;
        }
    }
}
