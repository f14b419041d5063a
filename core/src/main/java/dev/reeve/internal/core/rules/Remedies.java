package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.recovery.Recovery;
import dev.reeve.internal.core.recovery.Recovery.FailedAttempt;
import dev.reeve.internal.core.recovery.Recovery.Remedy;
import dev.reeve.internal.core.recovery.RecoveryPolicy;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.QueueTimes;
import dev.reeve.internal.core.state.StepState;
import java.time.Instant;
import java.util.Objects;

/** Applies the decisions of {@link Recovery}. */
final class Remedies {

    private Remedies() {}

    /** Records the end of an attempt without a result, for any purpose, and its consequences. */
    static void attemptFailed(DecisionDraft draft, PlanNode node, Purpose purpose, int attempt, Failure failure) {
        draft.emit(new Event.AttemptFailed(node.path, purpose, attempt, failure));
        afterAttempt(draft, node, purpose, failure);
    }

    /** Handles a step that no agent took in time. It leaves no new doubt, because there was no attempt. */
    static void notStarted(DecisionDraft draft, PlanNode node, Purpose purpose, Failure failure) {
        draft.emit(new Event.StepNotStarted(node.path, purpose, failure));
        afterAttempt(draft, node, purpose, failure);
    }

    /**
     * Whether the time for the retries of a queued step has passed. The step then does not begin another attempt, and
     * is exhausted with its last failure.
     */
    static boolean isOverdue(DecisionDraft draft, PlanNode node) {
        Instant giveUpAt = QueueTimes.giveUpAt(draft.state(), node);
        return giveUpAt != null && !draft.now().isBefore(giveUpAt);
    }

    /** Gives up the retries of a queued step. */
    static void giveUp(DecisionDraft draft, PlanNode node) {
        StepState step = draft.step(node);
        Series series = Objects.requireNonNull(step.series(step.purpose()), "a queued step has a series of attempts");
        notStarted(
                draft,
                node,
                step.purpose(),
                Objects.requireNonNull(series.failure(), "an attempt was given out, and is repeated"));
    }

    /** Decides on the consequences of an attempt that ended without a result. */
    static void afterAttempt(DecisionDraft draft, PlanNode node, Purpose purpose, Failure failure) {
        if (draft.isClosing(node) && purpose == Purpose.FORWARD) {
            Compensation.close(draft, node); // no retry of a step that is not needed any more
        } else {
            act(draft, node, purpose, decide(draft, node, purpose, node.policy(purpose), failure));
        }
    }

    /**
     * Continues after a probe: the step was not done, or the service does not know. Applies the policy without the
     * probe.
     */
    static void withoutProbe(DecisionDraft draft, PlanNode node, Failure failure) {
        RecoveryPolicy policy = node.policy(Purpose.FORWARD).withoutProbe();
        act(draft, node, Purpose.FORWARD, decide(draft, node, Purpose.FORWARD, policy, failure));
    }

    private static Remedy decide(
            DecisionDraft draft, PlanNode node, Purpose purpose, RecoveryPolicy wanted, Failure failure) {
        StepState step = draft.step(node);
        Series series = Objects.requireNonNull(step.series(purpose), "an attempt belongs to a series");
        RecoveryPolicy policy = wanted.with(series.times());
        Instant giveUpAt = QueueTimes.giveUpAt(draft.state(), node, purpose, series);
        FailedAttempt attempt = new FailedAttempt(series, failure, step.doubtAfter(purpose, failure), giveUpAt);
        long chance = node.jitter(draft.state().started().seed(), purpose, series.attempts());
        Remedy remedy = Recovery.decide(policy, attempt, draft.now(), chance);
        boolean tooLong = draft.state().events >= draft.state().historyMax();
        return switch (remedy) {
            case Remedy.Retry retry -> tooLong ? historyTooLong(draft, policy, attempt) : retry;
            case Remedy.Probe probe -> tooLong ? decide(draft, node, purpose, policy.withoutProbe(), failure) : probe;
            case Remedy.Pause pause -> tooLong ? historyTooLong(draft, policy, attempt) : pause;
            case Remedy.Final last -> last;
        };
    }

    /** A full history counts as an exhausted retry budget (I16), and no probe follows. */
    private static Remedy historyTooLong(DecisionDraft draft, RecoveryPolicy policy, FailedAttempt attempt) {
        Failure tooLong = EngineFailures.historyTooLong(
                draft.state().events, draft.state().historyMax(), attempt.failure());
        return Recovery.last(
                policy.withoutProbe(), new FailedAttempt(attempt.series(), tooLong, attempt.doubt(), null));
    }

    private static void act(DecisionDraft draft, PlanNode node, Purpose purpose, Remedy remedy) {
        switch (remedy) {
            case Remedy.Retry retry -> waitUntil(draft, node, purpose, retry.at(), retry.reason());
            case Remedy.Pause pause ->
                draft.emit(new Event.StepWaiting(node.path, purpose, pause.until(), WaitReason.PAUSE));
            case Remedy.Probe probe -> ask(draft, node);
            case Remedy.Final last -> {
                if (purpose == Purpose.PROBE) {
                    probeFailed(draft, node, last.failure());
                } else {
                    StepFailures.fail(draft, node, purpose, last);
                }
            }
        }
    }

    private static void ask(DecisionDraft draft, PlanNode node) {
        Failure problem = Probes.begin(draft, node, Probes.lastFailure(draft, node));
        if (problem != null) {
            withoutAnswer(draft, node, problem);
        }
    }

    /** Handles the final failure of a probe. */
    private static void probeFailed(DecisionDraft draft, PlanNode node, Failure failure) {
        withoutAnswer(draft, node, EngineFailures.probeFailed(Probes.lastFailure(draft, node), failure));
    }

    /** Handles a step whose probe gave no answer, as if it had no probe. */
    static void withoutAnswer(DecisionDraft draft, PlanNode node, Failure failure) {
        if (draft.isClosing(node)) {
            Compensation.giveUp(draft, node, failure);
        } else {
            withoutProbe(draft, node, failure);
        }
    }

    /** Queues the step again at an instant, or at once if the instant has passed. */
    static void waitUntil(DecisionDraft draft, PlanNode node, Purpose purpose, Instant at, WaitReason reason) {
        draft.emit(
                at.isAfter(draft.now())
                        ? new Event.StepWaiting(node.path, purpose, at, reason)
                        : new Event.StepResumed(node.path, purpose));
    }
}
