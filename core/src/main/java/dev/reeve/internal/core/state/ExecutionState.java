package dev.reeve.internal.core.state;

import dev.reeve.AttemptToken;
import dev.reeve.CallLimit;
import dev.reeve.CallTimes;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Hold;
import dev.reeve.Json;
import dev.reeve.Parent;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.model.definition.StepLimit;
import dev.reeve.internal.model.definition.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of an execution: the fold of its history. Immutable and thread-safe. A state shares the parts that an
 * event did not touch with the state before the event.
 */
public final class ExecutionState {

    private final ExecutionId id;
    private final Plan plan;
    final ParsedPayloads parsed;
    final Event.@Nullable ExecutionStarted started;
    final @Nullable Instant startedAt;
    final @Nullable Instant endedAt;
    final @Nullable Instant completeBy;
    final @Nullable Instant delayedUntil;
    final @Nullable Json output;
    final @Nullable Hold paused;
    public final Phase phase;
    final PersistentVector<StepState> steps;
    /** Set when nothing can change it any more; RUNNING until then. */
    public final ExecutionStatus outcome;
    /** Why the execution is compensated; null if it is not. */
    public final @Nullable Failure undoneFor;
    /** The step whose failure is the reason of the compensation; null if no step is. */
    public final @Nullable StepPath failedStep;
    /** The reason of the cancellation; null if there is none. */
    public final @Nullable String cancelReason;
    /** The step that completes the execution before all steps are settled; null if none does. */
    public final @Nullable StepPath endedBy;
    /** Whether an operator requested the compensation although the execution could have gone on. */
    public final boolean undoRequested;
    /** The number of events in the history. */
    public final int events;
    /** The number of READY steps, for any purpose. */
    public final int queued;
    /** The number of RUNNING steps, for any purpose. */
    public final int running;
    /** The number of steps with an open child execution, for any purpose. */
    final int children;
    /** The number of steps that a child execution is doing and that are not needed any more. */
    final int stopping;
    /** The number of steps that have begun going forward and whose outcome is not known. */
    public final int openForward;
    /** The number of steps of the current graph, main or finally, that are not settled. */
    public final int unsettled;
    /** The number of escalated steps. */
    public final int escalated;
    /** Since when at least one step is escalated or the execution is paused; null while its clock runs. */
    final @Nullable Instant stoppedSince;
    /** When the last pause ended; null if there was none. */
    final HeldTime held;
    /** The step that was escalated last; null if none was. */
    final @Nullable StepPath lastEscalated;
    /**
     * The number of steps that still have to be undone. While the execution goes on, the number of steps that are not
     * needed any more and that are not undone yet (ADR 67).
     */
    public final int undoPending;
    /** The number of steps that were undone, or that an operator decided not to undo. */
    public final int undone;
    /** The number of items of steps that have begun. */
    final int itemCount;
    /** Whether a pivot has completed: from then on nothing is undone (C6). */
    public final boolean pastPivot;

    public final Signals signals;
    public final BulkDeeds bulkDeeds;
    /** The steps that can be undone now and whose compensation has not begun. */
    public final @Nullable PathList undoable;

    ExecutionState(ExecutionEdit edit) {
        this.id = edit.id;
        this.plan = edit.plan;
        this.parsed = edit.parsed;
        this.phase = edit.phase;
        this.steps = edit.steps;
        this.started = edit.started;
        this.startedAt = edit.startedAt;
        this.endedAt = edit.endedAt;
        this.completeBy = edit.completeBy;
        this.delayedUntil = edit.delayedUntil;
        this.outcome = edit.outcome;
        this.output = edit.output;
        this.undoneFor = edit.undoneFor;
        this.failedStep = edit.failedStep;
        this.cancelReason = edit.cancelReason;
        this.endedBy = edit.endedBy;
        this.events = edit.events;
        this.undoRequested = edit.undoRequested;
        this.paused = edit.paused;
        this.queued = edit.queued;
        this.running = edit.running;
        this.children = edit.children;
        this.stopping = edit.stopping;
        this.openForward = edit.openForward;
        this.unsettled = edit.unsettled;
        this.escalated = edit.escalated;
        this.stoppedSince = edit.stoppedSince;
        this.held = edit.held;
        this.lastEscalated = edit.lastEscalated;
        this.undoPending = edit.undoPending;
        this.undone = edit.undone;
        this.itemCount = edit.itemCount;
        this.pastPivot = edit.pastPivot;
        this.signals = edit.signals;
        this.bulkDeeds = edit.bulkDeeds;
        this.undoable = edit.undoable;
    }

    /** A copy, to change. */
    ExecutionEdit edit() {
        ExecutionEdit next = new ExecutionEdit(id, plan, steps, parsed);
        next.phase = phase;
        next.started = started;
        next.startedAt = startedAt;
        next.endedAt = endedAt;
        next.completeBy = completeBy;
        next.delayedUntil = delayedUntil;
        next.outcome = outcome;
        next.output = output;
        next.undoneFor = undoneFor;
        next.failedStep = failedStep;
        next.cancelReason = cancelReason;
        next.endedBy = endedBy;
        next.events = events;
        next.undoRequested = undoRequested;
        next.paused = paused;
        next.queued = queued;
        next.running = running;
        next.children = children;
        next.stopping = stopping;
        next.openForward = openForward;
        next.unsettled = unsettled;
        next.escalated = escalated;
        next.stoppedSince = stoppedSince;
        next.held = held;
        next.lastEscalated = lastEscalated;
        next.undoPending = undoPending;
        next.undone = undone;
        next.itemCount = itemCount;
        next.pastPivot = pastPivot;
        next.signals = signals;
        next.bulkDeeds = bulkDeeds;
        next.undoable = undoable;
        return next;
    }

    public ExecutionId id() {
        return id;
    }

    public Plan plan() {
        return plan;
    }

    /**
     * The status: {@link ExecutionStatus#PAUSED} while the execution is paused, else {@link ExecutionStatus#ESCALATED}
     * while any step is escalated. The steps of {@code finally} do not change the status.
     */
    public ExecutionStatus status() {
        if (phase == Phase.ENDED) {
            return outcome;
        }
        if (paused != null) {
            return ExecutionStatus.PAUSED;
        }
        if (escalated > 0) {
            return ExecutionStatus.ESCALATED;
        }
        boolean forward = undoneFor == null;
        return forward ? ExecutionStatus.RUNNING : ExecutionStatus.COMPENSATING;
    }

    /**
     * The first event.
     *
     * @throws IllegalStateException if there has been none
     */
    public Event.ExecutionStarted started() {
        return present(started);
    }

    /**
     * When the first event was decided.
     *
     * @throws IllegalStateException if the execution has not started
     */
    public Instant startedAt() {
        return present(startedAt);
    }

    /** When the execution ended; null while it is open. */
    public @Nullable Instant endedAt() {
        return endedAt;
    }

    public Json input() {
        return started().input();
    }

    /** The value of a payload of this execution, as {@link Json#value()}. */
    @Nullable Object value(Json payload) {
        return parsed.value(payload);
    }

    /** The output; null unless the status is {@link ExecutionStatus#COMPLETED}. */
    public @Nullable Json output() {
        return phase == Phase.ENDED ? output : null;
    }

    /** The output as computed when the last step was settled. It is not official before {@code finally} has ended. */
    public @Nullable Json computedOutput() {
        return output;
    }

    /**
     * The most urgent failure for an operator: of the step escalated last, else why the execution is compensated, else
     * the pause. Null if none applies.
     */
    public @Nullable Failure failure() {
        if (escalated == 0) {
            Hold hold = paused();
            return undoneFor == null && hold != null ? EngineFailures.paused(hold) : undoneFor;
        }
        StepState last = lastEscalated == null ? null : step(lastEscalated);
        if (last != null && last.status() == StepStatus.ESCALATED) {
            return last.failure();
        }
        return EngineFailures.needPerson(escalated);
    }

    /** The current pause; null if the execution is not paused. */
    public @Nullable Hold paused() {
        return phase == Phase.ENDED ? null : paused;
    }

    /**
     * Whether the execution will be, is being or has been compensated. The result of an attempt that still runs is not
     * wanted any more.
     */
    public boolean isUndoing() {
        return undoneFor != null;
    }

    /**
     * When {@code Command.WakeExecution} is due: the end of the delay, or {@link #completeBy()}. Null if neither is
     * set, or while the execution is paused.
     */
    public @Nullable Instant dueAt() {
        return delayedUntil == null ? completeBy() : paused == null ? delayedUntil : null;
    }

    /** When a delayed execution begins; null if it was not delayed, has begun, or is being compensated. */
    public @Nullable Instant delayedUntil() {
        return delayedUntil;
    }

    /**
     * The execution's own complete-by (timeout). Null if it has none, once the outcome is decided, after a pivot, and
     * while a step is escalated or the execution is paused. Time spent waiting for an operator does not count.
     */
    public @Nullable Instant completeBy() {
        return phase == Phase.FORWARD && escalated == 0 && paused == null && !pastPivot ? completeBy : null;
    }

    /** The execution's own complete-by, even while it does not count. */
    @Nullable Instant completeByAnyway() {
        return completeBy;
    }

    /** The state of a step or item; null if the execution has no such step, item or round. */
    public @Nullable StepState step(StepPath path) {
        PlanNode node = node(path);
        return node == null ? null : at(node);
    }

    /** The node of a step or item; null if the plan has no such step, or the step has no such item. */
    public @Nullable PlanNode node(StepPath path) {
        if (path.item() == StepPath.NONE) {
            return plan.node(path);
        }
        PlanNode parent = path.round() == StepPath.NONE ? plan.node(path.step()) : null;
        Items items = parent == null ? null : at(parent).items();
        return parent == null || items == null || path.item() < 0 || path.item() >= items.size()
                ? null
                : parent.item(path.item());
    }

    /** The nodes of all steps, each followed by the nodes of its items. */
    public List<PlanNode> nodes() {
        List<PlanNode> nodes = new ArrayList<>(plan.size());
        for (int i = 0; i < plan.size(); i++) {
            PlanNode node = plan.node(i);
            nodes.add(node);
            Items items = at(node).items();
            for (int item = 0; items != null && item < items.size(); item++) {
                nodes.add(node.item(item));
            }
        }
        return nodes;
    }

    /** A longer history counts as an exhausted retry budget (I16). */
    public int historyMax() {
        return (int) Math.min(Integer.MAX_VALUE, plan.historyMax() + (long) itemCount * plan.historyPerItem());
    }

    /**
     * The number of steps that are READY or RUNNING, for any purpose. While the execution is paused, only RUNNING
     * steps count. Steps with a child execution count while this execution starts to be compensated or is about to
     * complete, and if they are not needed any more, since the child has to be notified.
     */
    public int inFlight() {
        int atWork = phase == Phase.CLOSING ? running + children : running + stopping;
        return paused == null ? queued + atWork : atWork;
    }

    /** The number of steps that wait for an agent, for any purpose. */
    public int queued() {
        return queued;
    }

    /** The number of child executions that do or undo steps of this one. */
    public int children() {
        return children;
    }

    /** Whether the execution still needs the step. An item is needed as long as its step is. */
    public boolean isNeeded(PlanNode node) {
        return steps.get(node.index).unneeded() == null;
    }

    /** The child workflow that does a step; null if the execution has no such step, or an agent does it. */
    public Task.@Nullable Child child(StepPath path) {
        PlanNode node = node(path);
        return node == null ? null : at(node).childWorkflow(node);
    }

    /**
     * How long the child that does a step may take; null for the time of its own definition, or if the execution has
     * no such step.
     */
    public @Nullable Duration childCompleteBy(StepPath path) {
        PlanNode node = node(path);
        if (node == null || node.child == null) {
            return null;
        }
        Series series = at(node).series(Purpose.FORWARD);
        CallTimes times = series == null ? null : series.times();
        return times == null || times.completeBy() == null ? node.child.completeBy() : times.completeBy();
    }

    /**
     * The name of the signal that a step waits for by definition, or the names of several, as in "paid or cancelled".
     * Null if the execution has no such step, or it is no await step.
     */
    public @Nullable String awaitedSignal(StepPath path) {
        PlanNode node = node(path);
        return node != null && node.step.task() instanceof Task.Await await ? await.names() : null;
    }

    /** The nesting depth: 0 if the execution has no parent. */
    public int depth() {
        Parent parent = started().parent();
        return parent == null ? 0 : parent.depth();
    }

    /** Whether a pivot has completed. From then on the execution only goes forward, and nothing is undone. */
    public boolean isPastPivot() {
        return pastPivot;
    }

    /** The number of events that led to this state. */
    public int historyLength() {
        return events;
    }

    /**
     * The steps and items that are READY, RUNNING or WAITING, for any purpose, in plan order. Looks at each step:
     * meant for loading an execution.
     */
    public List<StepPath> open() {
        List<StepPath> open = new ArrayList<>();
        for (PlanNode node : nodes()) {
            if (!(at(node).open() instanceof Open.Idle)) {
                open.add(node.path);
            }
        }
        return open;
    }

    /** The paths of all steps, in plan order, each followed by the paths of its items. */
    public List<StepPath> paths() {
        List<StepPath> paths = new ArrayList<>(plan.size() + itemCount);
        for (PlanNode node : nodes()) {
            paths.add(node.path);
        }
        return paths;
    }

    /** The {@link Work#action} of a step that is READY or RUNNING, without the cost of building its {@link Work}. */
    public String action(StepPath path) {
        PlanNode node = known(path);
        return at(node).openAction(node);
    }

    /** The {@link Work#priority} of a step that is READY. */
    public int priority(StepPath path) {
        return started().priority() + known(path).priority();
    }

    /** The {@link Work#limit} of a step that is READY. */
    public @Nullable CallLimit limit(StepPath path) {
        return limit(known(path));
    }

    /**
     * The limit on the step's current calls; null for no limit. Probes and compensations are other actions and are not
     * counted.
     */
    public @Nullable CallLimit limit(PlanNode node) {
        StepState step = at(node);
        StepLimit limit = node.limit;
        if (limit == null || step.purpose() != Purpose.FORWARD) {
            return null;
        }
        String key = step.series().limitKey();
        // The key is missing if it could not be computed and an operator retried the step with another input.
        return new CallLimit(limit.key() == null ? null : key == null ? "" : key, limit.concurrency(), limit.rate());
    }

    /** The {@link Work#heartbeat} of a step that is RUNNING. */
    public @Nullable Duration heartbeat(StepPath path) {
        PlanNode node = known(path);
        return node.call(at(node).purpose()).heartbeat();
    }

    /** The token of the open attempt, if an agent has it and its step is transactional; null otherwise. */
    public @Nullable AttemptToken permit(StepPath path) {
        PlanNode node = plan.hasPermits() ? node(path) : null;
        if (node == null || !(at(node).open() instanceof Open.Running running)) {
            return null;
        }
        Purpose purpose = at(node).purpose();
        return node.call(purpose).transactional()
                ? new AttemptToken(id, node.path, purpose, running.attempt(), running.nonce())
                : null;
    }

    /** @throws IllegalStateException if the execution has no such step, item or round */
    public PlanNode known(StepPath path) {
        PlanNode node = node(path);
        if (node == null) {
            throw new IllegalStateException("execution %s of %s has no step '%s'".formatted(id, plan, path));
        }
        return node;
    }

    /**
     * The open attempt of a step whose calls count against a limit; null if no attempt is open, or the calls do not
     * count.
     */
    public @Nullable AttemptToken countedAttempt(StepPath path) {
        PlanNode node = node(path);
        if (node == null || node.limit == null) {
            return null;
        }
        StepState step = at(node);
        return step.open() instanceof Open.Running running && step.purpose() == Purpose.FORWARD
                ? new AttemptToken(id, node.path, step.purpose(), running.attempt(), running.nonce())
                : null;
    }

    /**
     * The action that a step calls for a purpose; null if the execution has no such step, the step calls no action for
     * this purpose, or the name of the action has not been computed.
     */
    public @Nullable String action(StepPath path, Purpose purpose) {
        PlanNode node = node(path);
        return node == null ? null : at(node).action(node, purpose);
    }

    /**
     * The idempotency key that a step keeps from the execution that this one does again; null if the step has its own
     * key.
     */
    public @Nullable String keyTaken(PlanNode node) {
        Rerun rerun = started().rerun();
        return rerun == null ? null : RerunKeys.key(rerun, node.path, at(node).roundsBefore());
    }

    public StepState at(PlanNode node) {
        StepState step = steps.get(node.index);
        return node.parent == null ? step : step.itemsOf(node).step(node.path.item());
    }

    private <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("execution %s of %s has not started".formatted(id, plan));
        }
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExecutionState that
                && id.equals(that.id)
                && plan == that.plan
                && phase == that.phase
                && outcome == that.outcome
                && events == that.events
                && undoRequested == that.undoRequested
                && queued == that.queued
                && running == that.running
                && children == that.children
                && stopping == that.stopping
                && openForward == that.openForward
                && unsettled == that.unsettled
                && escalated == that.escalated
                && undoPending == that.undoPending
                && undone == that.undone
                && Objects.equals(started, that.started)
                && Objects.equals(startedAt, that.startedAt)
                && Objects.equals(endedAt, that.endedAt)
                && Objects.equals(completeBy, that.completeBy)
                && Objects.equals(delayedUntil, that.delayedUntil)
                && Objects.equals(stoppedSince, that.stoppedSince)
                && held.equals(that.held)
                && Objects.equals(paused, that.paused)
                && Objects.equals(cancelReason, that.cancelReason)
                && Objects.equals(endedBy, that.endedBy)
                && Objects.equals(undoneFor, that.undoneFor)
                && Objects.equals(failedStep, that.failedStep)
                && Objects.equals(output, that.output)
                && itemCount == that.itemCount
                && pastPivot == that.pastPivot
                && signals.equals(that.signals)
                && bulkDeeds.equals(that.bulkDeeds)
                && Objects.equals(lastEscalated, that.lastEscalated)
                && Objects.equals(undoable, that.undoable)
                && steps.equals(that.steps);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, phase, events);
    }

    @Override
    public String toString() {
        return "execution %s of %s: %s, %d events".formatted(id, plan, status(), events);
    }
}
