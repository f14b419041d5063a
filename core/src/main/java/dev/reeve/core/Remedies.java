package dev.reeve.core;

import dev.reeve.core.Recovery.FailedAttempt;
import dev.reeve.core.Recovery.Policy;
import dev.reeve.core.Recovery.Remedy;
import java.time.Instant;
import java.util.Objects;

/** Does what {@link Recovery} says. */
final class Remedies {

    private Remedies() {}

    /** An attempt ended without a result, for whatever purpose. */
    static void attemptFailed(Draft draft, Node node, Purpose purpose, int attempt, Failure failure) {
        draft.emit(new Event.AttemptFailed(node.path, purpose, attempt, failure));
        afterAttempt(draft, node, purpose, failure);
    }

    /** No agent took the step in time. Nothing was tried, so nothing is in doubt but what an earlier attempt has left behind. */
    static void notStarted(Draft draft, Node node, Failure failure) {
        draft.emit(new Event.StepNotStarted(node.path, failure));
        afterAttempt(draft, node, Purpose.FORWARD, failure);
    }

    /** What follows from an attempt's having ended so. */
    static void afterAttempt(Draft draft, Node node, Purpose purpose, Failure failure) {
        if (draft.state().phase == Phase.CLOSING && purpose == Purpose.FORWARD) {
            Undoing.close(draft, node); // nothing is tried again while the execution is undone
        } else {
            act(draft, node, purpose, decide(draft, node, purpose, node.policy(purpose), failure));
        }
    }

    /** The service was asked, and says that the step was not done or does not know: its policy without the probe. */
    static void withoutProbe(Draft draft, Node node, Failure failure) {
        Policy policy = node.policy(Purpose.FORWARD).withoutProbe();
        act(draft, node, Purpose.FORWARD, decide(draft, node, Purpose.FORWARD, policy, failure));
    }

    /** The step fails before it was given to anybody. */
    static void failWithoutAttempt(Draft draft, Node node, Failure failure) {
        act(draft, node, Purpose.FORWARD, Recovery.withoutAttempt(node.policy(Purpose.FORWARD), failure));
    }

    private static Remedy decide(Draft draft, Node node, Purpose purpose, Policy policy, Failure failure) {
        StepState step = draft.step(node);
        Series series = Objects.requireNonNull(step.series(purpose), "an attempt belongs to a series");
        FailedAttempt attempt = new FailedAttempt(series, failure, Doubt.about(step, purpose, failure));
        long chance = Chance.jitter(draft.state().started().seed(), node, purpose, series.attempts());
        Remedy remedy = Recovery.decide(policy, attempt, draft.now(), chance);
        boolean tooLong = draft.state().events >= draft.state().historyMax();
        return switch (remedy) {
            case Remedy.Retry retry -> tooLong ? historyTooLong(draft, policy, attempt) : retry;
            case Remedy.Probe probe -> tooLong ? decide(draft, node, purpose, policy.withoutProbe(), failure) : probe;
            case Remedy.Pause pause -> tooLong ? historyTooLong(draft, policy, attempt) : pause;
            case Remedy.Compensate compensate -> compensate;
            case Remedy.Escalate escalate -> escalate;
            case Remedy.Continue goOn -> goOn;
        };
    }

    /** A history without room counts as an exhausted budget (I16), and nobody is asked any more. */
    private static Remedy historyTooLong(Draft draft, Policy policy, FailedAttempt attempt) {
        Failure tooLong =
                Failures.historyTooLong(draft.state().events, draft.state().historyMax(), attempt.failure());
        return Recovery.last(policy.withoutProbe(), new FailedAttempt(attempt.series(), tooLong, attempt.doubt()));
    }

    private static void act(Draft draft, Node node, Purpose purpose, Remedy remedy) {
        switch (remedy) {
            case Remedy.Retry retry -> waitUntil(draft, node, purpose, retry.at(), retry.reason());
            case Remedy.Pause pause ->
                draft.emit(new Event.StepWaiting(node.path, purpose, pause.until(), WaitReason.PAUSE));
            case Remedy.Probe probe -> Probing.begin(draft, node, Probing.lastFailure(draft, node));
            case Remedy.Compensate compensate -> giveUp(draft, node, compensate.failure());
            case Remedy.Escalate escalate -> {
                if (purpose == Purpose.PROBE) {
                    Probing.failed(draft, node, escalate.failure());
                } else if (purpose == Purpose.FORWARD && isTolerated(draft, node, escalate.failure())) {
                    draft.emitSettled(node, new Event.StepFailed(node.path, escalate.failure(), true));
                } else {
                    draft.emit(new Event.StepEscalated(node.path, purpose, escalate.failure()));
                }
            }
            case Remedy.Continue goOn -> {
                if (purpose == Purpose.PROBE) {
                    Probing.failed(draft, node, goOn.failure());
                } else {
                    draft.emitSettled(node, new Event.StepFailed(node.path, goOn.failure(), true));
                }
            }
        }
    }

    /** For good: the execution is undone, unless one item more or less does not matter, or there is no way back. */
    private static void giveUp(Draft draft, Node node, Failure failure) {
        if (isTolerated(draft, node, failure)) {
            draft.emitSettled(node, new Event.StepFailed(node.path, failure, true));
        } else if (draft.state().pastPivot) {
            draft.emit(new Event.StepEscalated(node.path, Purpose.FORWARD, failure));
        } else {
            Undoing.start(draft, node, failure);
        }
    }

    /** Whether it is one item more or less; one that kills agents is for a person in any case. */
    private static boolean isTolerated(Draft draft, Node node, Failure failure) {
        return node.parent != null
                && draft.state().phase.goesForward()
                && failure.cause() != Cause.POISON
                && Expanding.isTolerated(draft, node);
    }

    /** Queues the step again, at once if the time has come. */
    static void waitUntil(Draft draft, Node node, Purpose purpose, Instant at, WaitReason reason) {
        draft.emit(
                at.isAfter(draft.now())
                        ? new Event.StepWaiting(node.path, purpose, at, reason)
                        : new Event.StepResumed(node.path, purpose));
    }
}
