package dev.reeve.core;

import dev.reeve.model.Json;
import dev.reeve.model.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where an execution stands: the fold of its history (I4). Immutable and thread-safe; the state after an event shares with
 * the one before whatever the event did not touch.
 */
public final class ExecutionState {

    private final ExecutionId id;
    private final Plan plan;
    private final Event.@Nullable ExecutionStarted started;
    private final @Nullable Instant startedAt;
    private final @Nullable Instant endedAt;
    private final @Nullable Instant completeBy;
    private final @Nullable Instant delayedUntil;
    private final @Nullable Json output;
    private final @Nullable Hold paused;
    final Phase phase;
    final PersistentVector<StepState> steps;
    /** Known from the moment at which nothing can change it any more; RUNNING until then. */
    final ExecutionStatus outcome;
    /** Why it was undone. */
    final @Nullable Failure undoneFor;
    /** Why somebody asked to end it; null if nobody did. */
    final @Nullable String cancelReason;
    /** Whether an operator had it undone although it could have gone on. */
    final boolean undoRequested;
    /** How long the history is. */
    final int events;
    /** Steps that are READY, for whatever purpose. */
    final int queued;
    /** Steps that are RUNNING, for whatever purpose. */
    final int running;
    /** Steps that another execution does, for whatever purpose. */
    final int children;
    /** Steps that have begun to be done and whose outcome is not known. */
    final int openForward;
    /** Steps of the graph that runs now, main or finally, that are not settled. */
    final int unsettled;
    /** Steps that need a person. */
    final int escalated;
    /** Since when there is at least one, or a person holds the execution; null while its clock runs. */
    final @Nullable Instant stoppedSince;
    /** When a person let it go on last; null if none has. */
    final @Nullable Instant resumedAt;
    /** The step that needed a person last; null if none has. */
    final @Nullable StepPath lastEscalated;
    /** Steps that have to be undone and are not. */
    final int undoPending;
    /** Steps that were undone, or that an operator decided not to undo. */
    final int undone;
    /** Items of steps that have begun. */
    final int itemCount;
    /** Whether a pivot has completed: nothing is undone any more (C6). */
    final boolean pastPivot;

    final Signals signals;
    /** Steps that can be undone now but whose compensation has not begun. */
    final @Nullable PathList undoable;

    ExecutionState(ExecutionEdit edit) {
        this.id = edit.id;
        this.plan = edit.plan;
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
        this.cancelReason = edit.cancelReason;
        this.events = edit.events;
        this.undoRequested = edit.undoRequested;
        this.paused = edit.paused;
        this.queued = edit.queued;
        this.running = edit.running;
        this.children = edit.children;
        this.openForward = edit.openForward;
        this.unsettled = edit.unsettled;
        this.escalated = edit.escalated;
        this.stoppedSince = edit.stoppedSince;
        this.resumedAt = edit.resumedAt;
        this.lastEscalated = edit.lastEscalated;
        this.undoPending = edit.undoPending;
        this.undone = edit.undone;
        this.itemCount = edit.itemCount;
        this.pastPivot = edit.pastPivot;
        this.signals = edit.signals;
        this.undoable = edit.undoable;
    }

    public ExecutionId id() {
        return id;
    }

    public Plan plan() {
        return plan;
    }

    /**
     * {@link ExecutionStatus#PAUSED} as long as a person holds it; else {@link ExecutionStatus#ESCALATED} as long as any step
     * needs a person, whatever else is going on. While the steps of {@code finally} run, the status remains what it was before.
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
     * @throws IllegalStateException if it has not started
     */
    public Instant startedAt() {
        return present(startedAt);
    }

    /** Null while it is open. */
    public @Nullable Instant endedAt() {
        return endedAt;
    }

    public Json input() {
        return started().input();
    }

    /** Null unless it is {@link ExecutionStatus#COMPLETED}. */
    public @Nullable Json output() {
        return phase == Phase.ENDED ? output : null;
    }

    /** The output as computed when the last step was settled; it is not official before {@code finally} is through. */
    @Nullable Json computedOutput() {
        return output;
    }

    /**
     * What a person who looks after the execution has to know first: why a step needs them; else why it was undone; null
     * if nothing is wrong.
     */
    public @Nullable Failure failure() {
        if (escalated == 0) {
            Hold hold = paused();
            return undoneFor == null && hold != null ? Failures.paused(hold) : undoneFor;
        }
        StepState last = lastEscalated == null ? null : step(lastEscalated);
        if (last != null && last.status() == StepStatus.ESCALATED) {
            return last.failure();
        }
        return Failures.needPerson(escalated);
    }

    /** Who holds it, and why; null if nobody does. */
    public @Nullable Hold paused() {
        return phase == Phase.ENDED ? null : paused;
    }

    /** Whether it will be, is being or has been undone; the attempts that still run are not wanted any more. */
    public boolean isUndoing() {
        return undoneFor != null;
    }

    /**
     * When {@link Command.WakeExecution} is due: the end of its delay, or {@link #completeBy()}. Null if nothing is, or while a
     * person holds it.
     */
    public @Nullable Instant dueAt() {
        return delayedUntil == null ? completeBy() : paused == null ? delayedUntil : null;
    }

    /** Before this instant nothing is begun; null if it was not to be delayed, has begun, or is being undone. */
    public @Nullable Instant delayedUntil() {
        return delayedUntil;
    }

    /**
     * The execution's own complete-by. Null if it has none, once the outcome is
     * decided, once it only goes forward, and while a step needs a person or a person holds it: the time for which an execution waits for a person does
     * not count.
     */
    public @Nullable Instant completeBy() {
        return phase == Phase.FORWARD && escalated == 0 && paused == null && !pastPivot ? completeBy : null;
    }

    /** {@link #completeBy()} even while it does not count. */
    @Nullable Instant completeByAnyway() {
        return completeBy;
    }

    /** Null if there is no such step, item or round. */
    public @Nullable StepState step(StepPath path) {
        Node node = node(path);
        return node == null ? null : at(node);
    }

    /** Null if there is no such step, or it has no such item. */
    @Nullable Node node(StepPath path) {
        if (path.item() == StepPath.NONE) {
            return plan.node(path);
        }
        Node parent = path.round() == StepPath.NONE ? plan.node(path.step()) : null;
        Items items = parent == null ? null : at(parent).items();
        return parent == null || items == null || path.item() < 0 || path.item() >= items.size()
                ? null
                : parent.item(path.item());
    }

    /** All steps, each followed by its items. */
    List<Node> nodes() {
        List<Node> nodes = new ArrayList<>(plan.size());
        for (int i = 0; i < plan.size(); i++) {
            Node node = plan.node(i);
            nodes.add(node);
            Items items = at(node).items();
            for (int item = 0; items != null && item < items.size(); item++) {
                nodes.add(node.item(item));
            }
        }
        return nodes;
    }

    /** A history longer than this counts as an exhausted budget of retries (I16). */
    int historyMax() {
        return (int) Math.min(Integer.MAX_VALUE, plan.historyMax() + (long) itemCount * plan.historyPerItem());
    }

    /**
     * How many steps are READY or RUNNING, for whatever purpose; only the RUNNING ones while a person holds it. Those that another
     * execution does count while this one turns round, since that one has to be told.
     */
    public int inFlight() {
        int atWork = phase == Phase.CLOSING ? running + children : running;
        return paused == null ? queued + atWork : atWork;
    }

    /** How many steps wait for an agent, for whatever purpose. */
    public int queued() {
        return queued;
    }

    /** How many executions do, or undo, steps of this one. */
    public int children() {
        return children;
    }

    /** The executions that do steps of this one; those that undo steps are not among them. */
    public List<ExecutionId> childrenAtWork() {
        List<ExecutionId> atWork = new ArrayList<>();
        for (Node node : children == 0 ? List.<Node>of() : nodes()) {
            StepState step = at(node);
            if (step.open() instanceof Open.Child child && step.purpose() == Purpose.FORWARD) {
                atWork.add(child.child());
            }
        }
        return atWork;
    }

    /** What those are told while this one turns round, so that they do not go on in vain; null while it does not. */
    public @Nullable Command toChildren() {
        if (phase != Phase.CLOSING) {
            return null;
        }
        String by = "execution " + id;
        Failure why = Objects.requireNonNull(undoneFor, "what turns round does so for a reason");
        return cancelReason == null
                ? new Command.Compensate(by, why.code() + ": " + why.message())
                : new Command.Cancel(by, cancelReason);
    }

    /** What another workflow a step is done by; null if there is no such step, or an agent does it. */
    public Task.@Nullable Child child(StepPath path) {
        Node node = node(path);
        return node == null ? null : node.child;
    }

    /** The name of the signal that a step is there to wait for; null if there is no such step, or it waits for none. */
    public @Nullable String awaitedSignal(StepPath path) {
        Node node = node(path);
        return node != null && node.step.task() instanceof Task.Await await ? await.signal() : null;
    }

    /** How deep it is nested: 0 if it was started for itself. */
    public int depth() {
        Parent parent = started().parent();
        return parent == null ? 0 : parent.depth();
    }

    /** Whether a step that is a pivot has completed: it only goes forward, and what it did is not undone (C6). */
    public boolean isPastPivot() {
        return pastPivot;
    }

    /** How many events led here. */
    public int historyLength() {
        return events;
    }

    /**
     * The steps and items that are READY, RUNNING or WAITING, for whatever purpose, in plan order. Looks at every step: meant
     * for loading an execution.
     */
    public List<StepPath> open() {
        List<StepPath> open = new ArrayList<>();
        for (Node node : nodes()) {
            if (!(at(node).open() instanceof Open.Idle)) {
                open.add(node.path);
            }
        }
        return open;
    }

    /** All steps, in plan order, each followed by its items. */
    public List<StepPath> paths() {
        List<StepPath> paths = new ArrayList<>(plan.size() + itemCount);
        for (Node node : nodes()) {
            paths.add(node.path);
        }
        return paths;
    }

    /**
     * What to call for a step that is READY or RUNNING.
     *
     * @throws IllegalStateException if it is neither
     */
    public Work work(StepPath path) {
        return Workload.of(this, known(path));
    }

    /** As {@link Work#action}, of a step that is READY or RUNNING; nothing else of its work is put together. */
    public String action(StepPath path) {
        Node node = known(path);
        return node.call(at(node).purpose()).action();
    }

    /** As {@link Work#priority}, of a step that is READY. */
    public int priority(StepPath path) {
        return started().priority() + known(path).priority();
    }

    /** As {@link Work#limit}, of a step that is READY. */
    public @Nullable CallLimit limit(StepPath path) {
        Node node = known(path);
        return Workload.limit(node, at(node));
    }

    /** As {@link Work#heartbeat}, of a step that is RUNNING. */
    public @Nullable Duration heartbeat(StepPath path) {
        Node node = known(path);
        return node.call(at(node).purpose()).heartbeat();
    }

    private Node known(StepPath path) {
        Node node = node(path);
        if (node == null) {
            throw new IllegalStateException("execution %s of %s has no step '%s'".formatted(id, plan, path));
        }
        return node;
    }

    /**
     * When {@link Command.WakeStep} is due for a step that is queued to be done: after that it does not wait for an agent any longer. Null
     * if it may wait for any time, is not queued for that, or while a person holds the execution; the time for which a person held it does
     * not count.
     */
    public @Nullable Instant startBy(StepPath path) {
        Node node = node(path);
        return node == null || paused() != null ? null : startBy(node);
    }

    private @Nullable Instant startBy(Node node) {
        StepState step = at(node);
        Duration allowed = step.purpose() == Purpose.FORWARD ? node.startBy() : null;
        if (allowed == null || !(step.open() instanceof Open.Ready ready)) {
            return null;
        }
        Instant held = resumedAt;
        return Times.plus(held != null && held.isAfter(ready.since()) ? held : ready.since(), allowed);
    }

    /** The open attempt of a step whose calls are counted by a limit; null if none is open, or its calls are not counted. */
    public @Nullable AttemptToken countedAttempt(StepPath path) {
        Node node = node(path);
        if (node == null || node.limit == null) {
            return null;
        }
        StepState step = at(node);
        return step.open() instanceof Open.Running running && step.purpose() == Purpose.FORWARD
                ? new AttemptToken(id, node.path, step.purpose(), running.attempt(), running.nonce())
                : null;
    }

    /** What a step calls; null if there is no such step, or it calls nobody for this purpose. */
    public @Nullable String action(StepPath path, Purpose purpose) {
        Node node = node(path);
        return node == null || !node.calls(purpose) ? null : node.call(purpose).action();
    }

    /** The idempotency key that a step goes on with from the execution that this one does again; null for its own. */
    @Nullable String keyTaken(Node node) {
        Rerun rerun = started().rerun();
        return rerun == null ? null : rerun.key(node.path, at(node).roundsBefore());
    }

    StepState at(Node node) {
        return at(steps, node);
    }

    static StepState at(PersistentVector<StepState> steps, Node node) {
        StepState step = steps.get(node.index);
        return node.parent == null ? step : items(step, node).step(node.path.item());
    }

    /**
     * @throws IllegalStateException if there are none
     */
    static Items items(StepState parent, Node item) {
        Items items = parent.items();
        if (items == null) {
            throw new IllegalStateException("there is no item " + item);
        }
        return items;
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
                && Objects.equals(resumedAt, that.resumedAt)
                && Objects.equals(paused, that.paused)
                && Objects.equals(cancelReason, that.cancelReason)
                && Objects.equals(undoneFor, that.undoneFor)
                && Objects.equals(output, that.output)
                && itemCount == that.itemCount
                && pastPivot == that.pastPivot
                && signals.equals(that.signals)
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
