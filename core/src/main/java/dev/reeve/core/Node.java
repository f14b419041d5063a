package dev.reeve.core;

import dev.reeve.model.Call;
import dev.reeve.model.OnExhausted;
import dev.reeve.model.OnUnknown;
import dev.reeve.model.Retry;
import dev.reeve.model.Step;
import dev.reeve.model.Task;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One step of a {@link Plan}, with everything that decisions need to know about it at hand. */
final class Node {

    final int index;
    final Step step;
    final StepPath path;
    /** Tells paths apart wherever something looks random. */
    final long pathHash;
    /** Whether it belongs to {@code finally}. */
    final boolean isFinally;
    /** Indexes of the steps in {@code after}, and of the steps that name this one there. Not to be changed. */
    final int[] predecessors;

    final int[] successors;
    /** Null for a step that calls nobody. */
    final Task.@Nullable Action action;

    final @Nullable Call compensate;
    final @Nullable Call probe;
    private final Recovery.Policy forwardPolicy;
    private final Recovery.@Nullable Policy probePolicy;
    private final Recovery.@Nullable Policy compensationPolicy;

    Node(int index, Step step, boolean isFinally, int[] predecessors, int[] successors) {
        this.index = index;
        this.step = step;
        this.path = StepPath.of(step.name());
        this.pathHash = Chance.hash(path);
        this.isFinally = isFinally;
        this.predecessors = predecessors;
        this.successors = successors;
        this.action = step.task() instanceof Task.Action call ? call : null;
        this.compensate = action == null || isFinally ? null : action.compensate();
        this.probe = action == null ? null : action.probe();
        OnExhausted exhausted = action == null ? OnExhausted.COMPENSATE : action.onExhausted();
        Retry retry = action == null ? Retry.NONE : action.call().retry();
        this.forwardPolicy = new Recovery.Policy(
                retry,
                probe != null,
                onUnknown(action, isFinally),
                exhausted.pause(),
                exhausted.rounds(),
                then(exhausted.then(), isFinally));
        // Asking in vain is no disaster: the recovery of the step itself goes on without an answer.
        this.probePolicy = probe == null ? null : oneRound(probe.retry(), OnExhausted.Then.CONTINUE);
        this.compensationPolicy = compensate == null ? null : oneRound(compensate.retry(), OnExhausted.Then.ESCALATE);
    }

    /** What runs once the outcome is known cannot change it any more, so a failure there is for a person. */
    private static OnExhausted.Then then(OnExhausted.Then then, boolean isFinally) {
        return isFinally && then == OnExhausted.Then.COMPENSATE ? OnExhausted.Then.ESCALATE : then;
    }

    private static OnUnknown onUnknown(Task.@Nullable Action action, boolean isFinally) {
        OnUnknown onUnknown = action == null ? OnUnknown.RETRY : action.onUnknown();
        return isFinally && onUnknown == OnUnknown.COMPENSATE ? OnUnknown.ESCALATE : onUnknown;
    }

    private static Recovery.Policy oneRound(Retry retry, OnExhausted.Then then) {
        return new Recovery.Policy(retry, false, OnUnknown.RETRY, Duration.ZERO, 0, then);
    }

    boolean calls(Purpose purpose) {
        return switch (purpose) {
            case FORWARD -> action != null;
            case PROBE -> probe != null;
            case COMPENSATION -> compensate != null;
        };
    }

    /**
     * @throws IllegalStateException if the step calls nobody for this purpose
     */
    Call call(Purpose purpose) {
        Call call = switch (purpose) {
            case FORWARD -> action == null ? null : action.call();
            case PROBE -> probe;
            case COMPENSATION -> compensate;
        };
        return present(call, purpose);
    }

    /**
     * @throws IllegalStateException if the step calls nobody for this purpose
     */
    Recovery.Policy policy(Purpose purpose) {
        return switch (purpose) {
            case FORWARD -> forwardPolicy;
            case PROBE -> present(probePolicy, purpose);
            case COMPENSATION -> present(compensationPolicy, purpose);
        };
    }

    private <T> T present(@Nullable T value, Purpose purpose) {
        if (value == null) {
            throw new IllegalStateException("step %s calls nobody for %s".formatted(path, purpose));
        }
        return value;
    }

    int priority() {
        return action == null ? 0 : action.priority();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
