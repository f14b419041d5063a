package dev.reeve.internal.engine.scheduler.batch;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.internal.values.TraceContext;
import dev.reeve.spi.Observer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns decisions into calls of the observer after the commit. Used by the lane's thread only. */
public final class ObserverCalls {

    private static final Logger LOG = LoggerFactory.getLogger(ObserverCalls.class);

    private final Observer observer;

    public ObserverCalls(Observer observer) {
        this.observer = observer;
    }

    /** @param before null for an execution that has just been started */
    public void note(
            @Nullable ExecutionState before, List<Event> events, ExecutionState after, Instant now, LaneBatch batch) {
        if (observer.equals(Observer.NONE)) {
            return;
        }
        for (Event event : events) {
            Consumer<Observer> told = told(before, event, after, now);
            if (told != null) {
                batch.observed(told);
            }
        }
        if (!events.isEmpty()) {
            String workflow = workflow(after);
            int length = after.historyLength();
            batch.observed(observer -> observer.executionChanged(workflow, after.id(), length, after.status()));
        }
    }

    /** Reports a transaction that was answered. */
    public void committed(int transitions, long tookNanos) {
        if (!observer.equals(Observer.NONE)) {
            tell(told -> told.committed(transitions, Duration.ofNanos(tookNanos)));
        }
    }

    /** Reports a batch that is stored. */
    void tell(LaneBatch batch) {
        batch.observed().forEach(this::tell);
    }

    private void tell(Consumer<Observer> told) {
        try {
            told.accept(observer);
        } catch (RuntimeException e) {
            LOG.warn("an observer failed; the engine continues", e);
        }
    }

    private static @Nullable Consumer<Observer> told(
            @Nullable ExecutionState before, Event event, ExecutionState after, Instant now) {
        String workflow = workflow(after);
        return switch (event) {
            case Event.ExecutionStarted started -> observer -> observer.executionStarted(workflow);
            case Event.CompensationStarted undoing -> observer -> observer.compensationStarted(workflow);
            case Event.StepStarted started -> started(before, started, after, now);
            case Event.StepCompleted done -> ended(before, done.step(), Purpose.FORWARD, null, now);
            case Event.RoundEnded done -> ended(before, done.step(), Purpose.FORWARD, null, now);
            case Event.StepCompensated undone -> ended(before, undone.step(), Purpose.COMPENSATION, null, now);
            case Event.RoundUndone undone -> ended(before, undone.step(), Purpose.COMPENSATION, null, now);
            case Event.ProbeAnswered told -> ended(before, told.step(), Purpose.PROBE, null, now);
            case Event.AttemptFailed failed ->
                ended(before, failed.step(), failed.purpose(), failed.failure().cause(), now);
            case Event.StepWaiting waiting -> waiting(waiting, after);
            case Event.StepEscalated escalated -> escalated(escalated, after);
            case Event.ExecutionCompleted completed -> over(after, now);
            case Event.ExecutionCompensated compensated -> over(after, now);
            case Event.ExecutionCancelled cancelled -> over(after, now);
            case Event.ExecutionFailed failed -> over(after, now);
            default -> null;
        };
    }

    private static Consumer<Observer> over(ExecutionState after, Instant now) {
        Duration took = Duration.between(after.startedAt(), now);
        String workflow = workflow(after);
        boolean traced = isTraced(after);
        return observer -> {
            observer.executionEnded(workflow, after.status(), took);
            if (traced) {
                observer.tracedExecutionEnded(workflow, after.id());
            }
        };
    }

    /** Known in memory, so that executions without a trace cost nothing. */
    private static boolean isTraced(ExecutionState state) {
        String traceparent = TraceContext.textOrNull(state.started().traceparent());
        return traceparent != null && TraceContext.parse(traceparent).sampled();
    }

    private static @Nullable Consumer<Observer> started(
            @Nullable ExecutionState before, Event.StepStarted started, ExecutionState after, Instant now) {
        String action = action(after, started.step(), started.purpose());
        Duration queued = open(before, started.step()) instanceof Open.Ready ready
                ? Duration.between(ready.since(), now)
                : Duration.ZERO;
        return action == null ? null : observer -> observer.attemptStarted(action, started.purpose(), queued);
    }

    /** Null if no agent had the attempt, as for a timer. */
    private static @Nullable Consumer<Observer> ended(
            @Nullable ExecutionState before, StepPath step, Purpose purpose, @Nullable Cause failure, Instant now) {
        if (before == null || !(open(before, step) instanceof Open.Running running)) {
            return null;
        }
        String action = action(before, step, purpose);
        Duration took = Duration.between(running.startedAt(), now);
        return action == null ? null : observer -> observer.attemptEnded(action, purpose, failure, took);
    }

    private static @Nullable Consumer<Observer> waiting(Event.StepWaiting waiting, ExecutionState after) {
        if (waiting.reason() == WaitReason.TIMER || waiting.reason() == WaitReason.SIGNAL) {
            return null;
        }
        String action = action(after, waiting.step(), waiting.purpose());
        return action == null ? null : observer -> observer.retryScheduled(action, waiting.purpose(), waiting.reason());
    }

    private static @Nullable Consumer<Observer> escalated(Event.StepEscalated escalated, ExecutionState after) {
        String action = action(after, escalated.step(), escalated.purpose());
        Cause cause = escalated.failure().cause();
        return action == null ? null : observer -> observer.stepEscalated(action, escalated.purpose(), cause);
    }

    private static String workflow(ExecutionState state) {
        return Namespaces.qualified(state.started().namespace(), state.started().workflow());
    }

    private static @Nullable String action(ExecutionState state, StepPath step, Purpose purpose) {
        String action = state.action(step, purpose);
        return action == null ? null : Namespaces.qualified(state.started().namespace(), action);
    }

    private static @Nullable Open open(@Nullable ExecutionState state, StepPath path) {
        StepState step = state == null ? null : state.step(path);
        return step == null ? null : step.open();
    }
}
