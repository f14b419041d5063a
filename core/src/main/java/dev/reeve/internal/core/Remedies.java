package dev.reeve.internal.core;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.Recovery.FailedAttempt;
import dev.reeve.internal.core.Recovery.Policy;
import dev.reeve.internal.core.Recovery.Remedy;
import java.time.Instant;
import java.util.Objects;

/** Applies the decisions of {@link Recovery}. */
final class Remedies {

    private Remedies() {}

    /** Records the end of an attempt without a result, for any purpose, and its consequences. */
    static void attemptFailed(Draft draft, Node node, Purpose purpose, int attempt, Failure failure) {
        draft.emit(new Event.AttemptFailed(node.path, purpose, attempt, failure));
        afterAttempt(draft, node, purpose, failure);
    }

    /** Handles a step that no agent took in time. It leaves no new doubt, because there was no attempt. */
    static void notStarted(Draft draft, Node node, Failure failure) {
        draft.emit(new Event.StepNotStarted(node.path, failure));
        afterAttempt(draft, node, Purpose.FORWARD, failure);
    }

    /** Decides on the consequences of an attempt that ended without a result. */
    static void afterAttempt(Draft draft, Node node, Purpose purpose, Failure failure) {
        if (draft.state().phase == Phase.CLOSING && purpose == Purpose.FORWARD) {
            Undoing.close(draft, node); // no retry while the execution is compensated
        } else {
            act(draft, node, purpose, decide(draft, node, purpose, node.policy(purpose), failure));
        }
    }

    /**
     * Continues after a probe: the step was not done, or the service does not know. Applies the policy without the
     * probe.
     */
    static void withoutProbe(Draft draft, Node node, Failure failure) {
        Policy policy = node.policy(Purpose.FORWARD).withoutProbe();
        act(draft, node, Purpose.FORWARD, decide(draft, node, Purpose.FORWARD, policy, failure));
    }

    /** Fails a step without an attempt. */
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

    /** A full history counts as an exhausted retry budget (I16), and no probe follows. */
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

    /**
     * Gives a step up. The execution is compensated, unless the failure of the item is tolerated. After a pivot the
     * step is escalated instead.
     */
    private static void giveUp(Draft draft, Node node, Failure failure) {
        if (isTolerated(draft, node, failure)) {
            draft.emitSettled(node, new Event.StepFailed(node.path, failure, true));
        } else if (draft.state().pastPivot) {
            draft.emit(new Event.StepEscalated(node.path, Purpose.FORWARD, failure));
        } else {
            Undoing.start(draft, node, failure);
        }
    }

    /** Whether this is an item whose failure is tolerated. A poison item is always escalated. */
    private static boolean isTolerated(Draft draft, Node node, Failure failure) {
        return node.parent != null
                && draft.state().phase.goesForward()
                && failure.cause() != Cause.POISON
                && Expanding.isTolerated(draft, node);
    }

    /** Queues the step again at an instant, or at once if the instant has passed. */
    static void waitUntil(Draft draft, Node node, Purpose purpose, Instant at, WaitReason reason) {
        draft.emit(
                at.isAfter(draft.now())
                        ? new Event.StepWaiting(node.path, purpose, at, reason)
                        : new Event.StepResumed(node.path, purpose));
    }
}
