package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Hold;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.QueueTimes;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.model.definition.Task;
import java.time.Duration;
import java.time.Instant;

/**
 * Handles wake-up commands. A wake-up may be early or stale, so the time is checked again here, with the store's
 * clock.
 */
final class WakeUps {

    private WakeUps() {}

    static Decision step(DecisionDraft draft, StepPath path) {
        PlanNode node = draft.state().node(path);
        if (node == null) {
            return draft.refuseUnknown(path);
        }
        StepState step = draft.step(node);
        return switch (step.open()) {
            case Open.Running running -> {
                if (draft.now().isBefore(running.completeBy())) {
                    yield notDue(draft, node, running.completeBy());
                }
                Remedies.attemptFailed(
                        draft,
                        node,
                        step.purpose(),
                        running.attempt(),
                        EngineFailures.completeByPassed(running.completeBy(), running.agent()));
                yield Consequences.accept(draft);
            }
            case Open.Waiting waiting -> {
                Hold hold = draft.state().paused();
                if (hold != null || draft.now().isBefore(waiting.until())) {
                    yield notDue(draft, node, hold == null ? waiting.until() : hold);
                }
                resume(draft, node, step, waiting);
                yield Consequences.accept(draft);
            }
            case Open.Ready ready -> {
                Instant until = QueueTimes.until(draft.state(), path);
                if (until == null || draft.now().isBefore(until)) {
                    yield notDue(draft, node, until == null ? step : until);
                }
                leaveQueue(draft, node, ready, until);
                yield Consequences.accept(draft);
            }
            case Open.Child child -> notDue(draft, node, step);
            case Open.Idle idle -> notDue(draft, node, step);
        };
    }

    /** The step has waited for an agent until the first of its two times. */
    private static void leaveQueue(DecisionDraft draft, PlanNode node, Open.Ready ready, Instant until) {
        if (until.equals(QueueTimes.giveUpAt(draft.state(), node))) {
            Remedies.giveUp(draft, node);
        } else {
            Duration waited = Duration.between(ready.since(), draft.now());
            Remedies.notStarted(draft, node, Purpose.FORWARD, EngineFailures.startByPassed(until, waited));
        }
    }

    private static void resume(DecisionDraft draft, PlanNode node, StepState step, Open.Waiting waiting) {
        switch (waiting.reason()) {
            case TIMER -> draft.emitSettled(node, new Event.StepCompleted(node.path, 0, Json.NULL));
            case SIGNAL -> AwaitSteps.timeout(draft, node, (Task.Await) node.step.task());
            case ROUND -> StepQueue.queue(draft, node);
            case BACKOFF, PAUSE, THROTTLED -> draft.emit(new Event.StepResumed(node.path, step.purpose()));
        }
    }

    static Decision execution(DecisionDraft draft) {
        Instant delayedUntil = draft.state().delayedUntil();
        if (delayedUntil != null) {
            Hold hold = draft.state().paused();
            if (hold != null || draft.now().isBefore(delayedUntil)) {
                return draft.refuse(
                        Refusal.NOT_DUE,
                        "the execution is not due: it begins at %s, now is %s%s"
                                .formatted(delayedUntil, draft.now(), hold == null ? "" : ", and it is " + hold));
            }
            draft.emit(new Event.ExecutionBegun());
            StepActivation.begin(draft, draft.plan().mainRoots());
            return Consequences.accept(draft);
        }
        Instant completeBy = draft.state().completeBy();
        if (completeBy == null || draft.now().isBefore(completeBy)) {
            return draft.refuse(
                    Refusal.NOT_DUE,
                    "the execution is not due: its complete-by is %s, now is %s".formatted(completeBy, draft.now()));
        }
        Compensation.start(draft, EngineFailures.executionTimedOut(completeBy));
        return Consequences.accept(draft);
    }

    private static Decision notDue(DecisionDraft draft, PlanNode node, Object due) {
        return draft.refuse(Refusal.NOT_DUE, "step '%s' is not due: %s, now is %s".formatted(node, due, draft.now()));
    }
}
