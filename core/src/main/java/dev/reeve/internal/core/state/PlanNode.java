package dev.reeve.internal.core.state;

import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.recovery.RecoveryPolicy;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.StepLimit;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnSlow;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One step of a {@link Plan}, with all data that decisions need. */
public final class PlanNode {

    private static final int[] NONE = {};

    /** The index of the step; items have the index of their step. */
    public final int index;

    public final Step step;
    public final StepPath path;
    /** The hash of the path, for pseudo-random values. */
    private final long pathHash;
    /** Whether it belongs to {@code finally}. */
    public final boolean isFinally;
    /**
     * The indexes of the steps in {@code after}. Must not be changed. {@link #successors} holds the indexes of the
     * steps that name this one there.
     */
    public final int[] predecessors;

    public final int[] successors;
    /** The call of the step; null for a step without one. */
    public final Task.@Nullable Action action;
    /** The child workflow; null for a step without one. */
    public final Task.@Nullable Child child;

    public final @Nullable ActionCall compensate;
    public final @Nullable ActionCall probe;
    /** The limit on the forward calls; null for no limit. */
    public final @Nullable StepLimit limit;
    /** The step whose item this is; null if this is a step. */
    public final @Nullable PlanNode parent;

    private final RecoveryPolicy forwardPolicy;
    private final @Nullable RecoveryPolicy probePolicy;
    private final @Nullable RecoveryPolicy compensationPolicy;
    /** The node shared by all items of a step with {@code forEach}; null for all others. */
    private final @Nullable PlanNode each;

    PlanNode(int index, Step step, boolean isFinally, int[] predecessors, int[] successors) {
        this(index, step, isFinally, predecessors, successors, null);
    }

    private PlanNode(
            int index, Step step, boolean isFinally, int[] predecessors, int[] successors, @Nullable PlanNode parent) {
        this.index = index;
        this.step = step;
        this.path = StepPath.of(step.name());
        this.pathHash = Chance.hash(path);
        this.isFinally = isFinally;
        this.predecessors = predecessors;
        this.successors = successors;
        this.parent = parent;
        boolean callsItself = step.forEach() == null || parent != null;
        this.each = callsItself ? null : new PlanNode(index, step, isFinally, NONE, NONE, this);
        this.child = callsItself && step.task() instanceof Task.Child other ? other : null;
        this.action = !callsItself ? null : step.task() instanceof Task.Action call ? call : action(child);
        this.compensate = action == null || isFinally ? null : action.compensate();
        this.probe = action == null ? null : action.probe();
        this.limit = action == null ? null : action.limit();
        OnExhausted exhausted = exhausted(step.task());
        Retry retry = action == null ? Retry.NONE : action.call().retry();
        this.forwardPolicy = new RecoveryPolicy(
                retry,
                probe != null,
                onUnknown(action, isFinally),
                exhausted.pause(),
                exhausted.rounds(),
                then(exhausted.then(), isFinally),
                byCode(exhausted, isFinally));
        // A failed probe is no failure of the step: its recovery continues without an answer.
        this.probePolicy = probe == null ? null : oneRound(probe.retry(), OnExhausted.Then.CONTINUE);
        this.compensationPolicy = compensate == null ? null : oneRound(compensate.retry(), OnExhausted.Then.ESCALATE);
    }

    /** Creates an item of a step. */
    private PlanNode(PlanNode each, int item) {
        this.index = each.index;
        this.step = each.step;
        this.path = new StepPath(each.path.step(), item, StepPath.NONE);
        this.pathHash = Chance.hash(path);
        this.isFinally = each.isFinally;
        this.predecessors = each.predecessors;
        this.successors = each.successors;
        this.parent = each.parent;
        this.each = null;
        this.action = each.action;
        this.child = each.child;
        this.compensate = each.compensate;
        this.probe = each.probe;
        this.limit = each.limit;
        this.forwardPolicy = each.forwardPolicy;
        this.probePolicy = each.probePolicy;
        this.compensationPolicy = each.compensationPolicy;
    }

    /**
     * One item of this step, which has {@code forEach}.
     *
     * @param number from 0
     */
    public PlanNode item(int number) {
        return new PlanNode(Objects.requireNonNull(each, "the step has no items"), number);
    }

    /** Whether the step has {@code forEach} and each item is undone separately. */
    public boolean undoesItems() {
        return each != null && each.compensate != null;
    }

    /** Whether a child execution does each round of the step, so that each round is undone separately. */
    public boolean undoesRounds() {
        return child != null && step.repeat() != null;
    }

    /** Whether the step waits for this signal, now or later, and ends with it or collects it. */
    public boolean awaits(String signal) {
        return step.task() instanceof Task.Await await && await.signals().contains(signal);
    }

    /** Whether the step waits for several signals, and collects them. */
    public boolean collectsSignals() {
        return step.repeat() != null && step.task() instanceof Task.Await;
    }

    /** Whether the step has {@code forEach}. */
    public boolean hasItems() {
        return each != null;
    }

    /**
     * Represents a child execution as an action, as if an agent did or undid the step. Its report is the end of the
     * child. It has one attempt and no timeout.
     */
    private static Task.@Nullable Action action(Task.@Nullable Child child) {
        if (child == null) {
            return null;
        }
        String name = actionOf(child.workflow());
        return new Task.Action(
                new ActionCall(
                        name, child.input(), ActionCall.DEFAULT_COMPLETE_BY, null, Retry.NONE, false, child.name()),
                new ActionCall(name, null, ActionCall.DEFAULT_COMPLETE_BY, null, Retry.NONE),
                null,
                OnUnknown.RETRY,
                child.onExhausted(),
                child.priority());
    }

    private static OnExhausted exhausted(Task task) {
        OnExhausted policy = task.onExhausted();
        return policy == null ? OnExhausted.COMPENSATE : policy;
    }

    /**
     * The steps of {@code finally} cannot change the outcome, so their failures are escalated instead of compensated.
     */
    private static OnExhausted.Then then(OnExhausted.Then then, boolean isFinally) {
        return isFinally && then == OnExhausted.Then.COMPENSATE ? OnExhausted.Then.ESCALATE : then;
    }

    private static Map<String, OnExhausted.Then> byCode(OnExhausted exhausted, boolean isFinally) {
        Map<String, OnExhausted.Then> byCode = new TreeMap<>();
        exhausted.byCode().forEach((code, then) -> byCode.put(code, then(then, isFinally)));
        return Collections.unmodifiableMap(byCode);
    }

    private static OnUnknown onUnknown(Task.@Nullable Action action, boolean isFinally) {
        OnUnknown onUnknown = action == null ? OnUnknown.RETRY : action.onUnknown();
        return isFinally && onUnknown == OnUnknown.COMPENSATE ? OnUnknown.ESCALATE : onUnknown;
    }

    private static RecoveryPolicy oneRound(Retry retry, OnExhausted.Then then) {
        return new RecoveryPolicy(retry, false, OnUnknown.RETRY, Duration.ZERO, 0, then);
    }

    /**
     * Whether this step follows a predecessor that has this output. False if the predecessor is a switch that chose
     * another case.
     */
    public boolean follows(PlanNode predecessor, @Nullable Json output) {
        if (!(predecessor.step.task() instanceof Task.Switch)) {
            return true;
        }
        String chosen = output == null ? "" : output.text();
        for (Predecessor after : step.after()) {
            String name = after.caseName();
            if (after.step().equals(predecessor.step.name()) && (name == null || chosen.equals("\"" + name + "\""))) {
                return true;
            }
        }
        return false;
    }

    /** Whether any duration of the call for this purpose is an expression. */
    public boolean isTimed(Purpose purpose) {
        ComputedTimes times = step.times();
        if (times.isEmpty()) {
            return false;
        }
        String of = placeOfTimes(purpose);
        return times.at(of + ComputedTimes.COMPLETE_BY) != null
                || times.at(of + ComputedTimes.BACKOFF) != null
                || times.at(of + ComputedTimes.MAX_BACKOFF) != null
                || (purpose == Purpose.FORWARD && times.at(ComputedTimes.START_BY) != null);
    }

    /** Whether the name of the action or the workflow for this purpose is an expression. */
    public boolean isNamed(Purpose purpose) {
        return calls(purpose) && call(purpose).name() != null;
    }

    /** The name of the action that stands for a child workflow. */
    static String actionOf(String workflow) {
        return "workflow " + workflow;
    }

    /** The beginning of the places of the keys of a call. */
    public static String placeOfTimes(Purpose purpose) {
        return switch (purpose) {
            case FORWARD -> "";
            case PROBE -> ComputedTimes.OF_PROBE;
            case COMPENSATION -> ComputedTimes.OF_COMPENSATION;
        };
    }

    public boolean calls(Purpose purpose) {
        return switch (purpose) {
            case FORWARD -> action != null;
            case PROBE -> probe != null;
            case COMPENSATION -> compensate != null;
        };
    }

    /** @throws IllegalStateException if the step calls no action for this purpose */
    public ActionCall call(Purpose purpose) {
        ActionCall call = switch (purpose) {
            case FORWARD -> action == null ? null : action.call();
            case PROBE -> probe;
            case COMPENSATION -> compensate;
        };
        return present(call, purpose);
    }

    /** @throws IllegalStateException if the step calls no action for this purpose */
    public RecoveryPolicy policy(Purpose purpose) {
        return switch (purpose) {
            case FORWARD -> forwardPolicy;
            case PROBE -> present(probePolicy, purpose);
            case COMPENSATION -> present(compensationPolicy, purpose);
        };
    }

    private <T> T present(@Nullable T value, Purpose purpose) {
        if (value == null) {
            throw new IllegalStateException("step %s calls no action for %s".formatted(path, purpose));
        }
        return value;
    }

    /** 64 pseudo-random bits for the nonce of one attempt. */
    public long nonce(long seed, Purpose purpose, int attempt) {
        return Chance.nonce(seed, pathHash, purpose, attempt);
    }

    /** 64 pseudo-random bits for the jitter of the wait after one attempt. */
    public long jitter(long seed, Purpose purpose, int attempt) {
        return Chance.jitter(seed, pathHash, purpose, attempt);
    }

    /** How long an attempt usually takes, as the definition says; null if it does not say. */
    public @Nullable Duration expected(Purpose purpose) {
        return action == null || purpose != Purpose.FORWARD ? null : action.expected();
    }

    /** Whether an alert is raised when an attempt for this purpose takes longer than expected. */
    boolean alertsIfSlow(Purpose purpose) {
        return action != null && purpose == Purpose.FORWARD && action.onSlow() == OnSlow.ALERT;
    }

    /** How long the step may wait for an agent each time it is queued to be done; null for no maximum. */
    @Nullable Duration startBy() {
        return action == null ? null : action.startBy();
    }

    int priority() {
        return action == null ? 0 : action.priority();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
