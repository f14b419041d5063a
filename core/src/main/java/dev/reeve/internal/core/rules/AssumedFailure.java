package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.StepPath;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.values.Times;
import java.time.Instant;
import java.util.Optional;

/**
 * The decision about a failure that has not happened, on a copy of the state. It is not carried out.
 *
 * @param at when the attempt would fail
 * @param decision the decision about it
 */
public record AssumedFailure(Instant at, Decision.Accepted decision) {

    /**
     * Lets an attempt of a step fail: the open attempt, or else the next one.
     *
     * @param state the state of an open execution
     * @param now the time of the store; an attempt whose complete-by is earlier fails at its complete-by
     * @return empty if no attempt of the step is open or starts by itself
     */
    public static Optional<AssumedFailure> ofFailure(
            ExecutionState state, StepPath path, Failure failure, Instant now) {
        PlanNode node = state.known(path);
        Instant at = Times.normal(now);
        return switch (state.at(node).open()) {
            case Open.Running running ->
                Optional.of(failing(new DecisionDraft(state, earlier(at, running.completeBy())), node, failure));
            case Open.Child child -> Optional.of(failing(new DecisionDraft(state, at), node, failure));
            case Open.Ready ready -> Optional.of(failing(handedOut(resumed(state, at), node), node, failure));
            case Open.Waiting waiting
            when waiting.reason() == WaitReason.TIMER || waiting.reason() == WaitReason.SIGNAL -> Optional.empty();
            case Open.Waiting waiting -> {
                DecisionDraft draft = resumed(state, later(at, waiting.until()));
                draft.emit(new Event.StepResumed(path, draft.step(node).purpose()));
                yield Optional.of(failing(handedOut(draft, node), node, failure));
            }
            case Open.Idle idle -> Optional.empty();
        };
    }

    /** A paused execution is rehearsed as if it were resumed first. */
    private static DecisionDraft resumed(ExecutionState state, Instant at) {
        DecisionDraft draft = new DecisionDraft(state, at);
        if (state.paused() != null) {
            draft.emit(new Event.ExecutionResumed("", ""));
        }
        return draft;
    }

    private static DecisionDraft handedOut(DecisionDraft draft, PlanNode node) {
        if (Remedies.isOverdue(draft, node)) {
            Remedies.giveUp(draft, node);
            Consequences.follow(draft);
            return draft;
        }
        Decision decision = Attempts.start(draft, new Command.StartStep(node.path, "nobody"));
        if (decision instanceof Decision.Refused refused) {
            throw new IllegalStateException("what is queued can be handed out: " + refused.message());
        }
        return draft;
    }

    private static AssumedFailure failing(DecisionDraft draft, PlanNode node, Failure failure) {
        StepState step = draft.step(node);
        if (step.isUnderWay()) { // else the time for its retries has passed, and there is no attempt
            Remedies.attemptFailed(
                    draft, node, step.purpose(), step.attempts(step.purpose()), EngineFailures.small(failure));
            Consequences.follow(draft);
        }
        return new AssumedFailure(draft.now(), draft.accepted());
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
