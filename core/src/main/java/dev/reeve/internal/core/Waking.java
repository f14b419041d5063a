package dev.reeve.internal.core;

import dev.reeve.Event;
import dev.reeve.Hold;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.model.definition.Task;
import java.time.Duration;
import java.time.Instant;

/**
 * Handles wake-up commands. A wake-up may be early or stale, so the time is checked again here, with the store's
 * clock.
 */
final class Waking {

    private Waking() {}

    static Decision step(Draft draft, StepPath path) {
        Node node = draft.state().node(path);
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
                        Failures.completeByPassed(running.completeBy(), running.agent()));
                yield draft.accept();
            }
            case Open.Waiting waiting -> {
                Hold hold = draft.state().paused();
                if (hold != null || draft.now().isBefore(waiting.until())) {
                    yield notDue(draft, node, hold == null ? waiting.until() : hold);
                }
                resume(draft, node, step, waiting);
                yield draft.accept();
            }
            case Open.Ready ready -> {
                Instant startBy = draft.state().startBy(path);
                if (startBy == null || draft.now().isBefore(startBy)) {
                    yield notDue(draft, node, startBy == null ? step : startBy);
                }
                Remedies.notStarted(
                        draft, node, Failures.startByPassed(startBy, Duration.between(ready.since(), draft.now())));
                yield draft.accept();
            }
            case Open.Child child -> notDue(draft, node, step);
            case Open.Idle idle -> notDue(draft, node, step);
        };
    }

    private static void resume(Draft draft, Node node, StepState step, Open.Waiting waiting) {
        switch (waiting.reason()) {
            case TIMER -> draft.emitSettled(node, new Event.StepCompleted(node.path, 0, Json.NULL));
            case SIGNAL -> Signalling.timeout(draft, node, (Task.Await) node.step.task());
            case ROUND -> Forward.queue(draft, node);
            case BACKOFF, PAUSE, THROTTLED -> draft.emit(new Event.StepResumed(node.path, step.purpose()));
        }
    }

    static Decision execution(Draft draft) {
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
            Forward.begin(draft, draft.plan().mainRoots());
            return draft.accept();
        }
        Instant completeBy = draft.state().completeBy();
        if (completeBy == null || draft.now().isBefore(completeBy)) {
            return draft.refuse(
                    Refusal.NOT_DUE,
                    "the execution is not due: its complete-by is %s, now is %s".formatted(completeBy, draft.now()));
        }
        Undoing.start(draft, Failures.executionTimedOut(completeBy));
        return draft.accept();
    }

    private static Decision notDue(Draft draft, Node node, Object due) {
        return draft.refuse(Refusal.NOT_DUE, "step '%s' is not due: %s, now is %s".formatted(node, due, draft.now()));
    }
}
