package dev.reeve.internal.core.rules;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Ends attempts, by their reports or without one. Only the token of the open attempt counts. Any other report changes
 * nothing (I5).
 */
final class Reports {

    private Reports() {}

    static Decision complete(DecisionDraft draft, Command.CompleteAttempt command) {
        AttemptToken token = command.token();
        Json output = command.output();
        if (!isOpen(draft, token)) {
            return refuse(draft, token, output, null);
        }
        return isOver(draft, token) ? tooLate(draft, token, output, null) : accept(draft, token, output);
    }

    /** The agent's transaction has committed, so the attempt counts at any time (ADR 35). */
    static Decision applyStored(DecisionDraft draft, Command.ApplyStoredOutput command) {
        return isOpen(draft, command.token())
                ? accept(draft, command.token(), command.output())
                : refuse(draft, command.token(), command.output(), null);
    }

    private static Decision accept(DecisionDraft draft, AttemptToken token, Json output) {
        PlanNode node = node(draft, token);
        if (PayloadLimit.isTooLarge(output)) {
            return end(draft, node, token, PayloadLimit.tooLarge("the step's output", true));
        }
        switch (token.purpose()) {
            case FORWARD -> {
                Failure refused = StepResults.accept(draft, node, token.attempt(), output);
                if (refused != null) {
                    return end(draft, node, token, refused);
                }
            }
            case PROBE -> ProbeAnswers.answered(draft, node, token, output);
            case COMPENSATION -> draft.emit(ChildExecutions.undone(node, token.attempt(), output));
        }
        return Consequences.accept(draft);
    }

    static Decision fail(DecisionDraft draft, Command.FailAttempt command) {
        AttemptToken token = command.token();
        Failure failure = EngineFailures.small(asKnown(draft, token, command.failure()));
        if (!isOpen(draft, token)) {
            return refuse(draft, token, null, failure);
        }
        return isOver(draft, token)
                ? tooLate(draft, token, null, failure)
                : end(draft, node(draft, token), token, failure);
    }

    /** The failure of a step's child, without its data where errors are not used, as before there were any (ADR 64). */
    private static Failure asKnown(DecisionDraft draft, AttemptToken token, Failure failure) {
        PlanNode node = draft.state().node(token.step());
        boolean ofChild = node != null && node.child != null && EngineFailures.isOfChild(failure);
        return ofChild && !draft.plan().usesErrors() ? EngineFailures.withoutDetails(failure) : failure;
    }

    /** Gives up an attempt that missed its heartbeats. */
    static Decision giveUp(DecisionDraft draft, AttemptToken token) {
        Open.Running running = running(draft, token);
        return running != null
                ? end(draft, node(draft, token), token, EngineFailures.heartbeatMissed(running.agent()))
                : refuse(draft, token, null, null);
    }

    /** Ends an attempt whose agent's process is gone. */
    static Decision lose(DecisionDraft draft, AttemptToken token) {
        Open.Running running = running(draft, token);
        return running != null
                ? end(draft, node(draft, token), token, EngineFailures.agentLost(running.agent()))
                : refuse(draft, token, null, null);
    }

    /** Ends an attempt without a result. */
    private static Decision end(DecisionDraft draft, PlanNode node, AttemptToken token, Failure failure) {
        Remedies.attemptFailed(draft, node, token.purpose(), token.attempt(), failure);
        return Consequences.accept(draft);
    }

    static boolean isOpen(DecisionDraft draft, AttemptToken token) {
        if (!token.execution().equals(draft.state().id())) {
            return false;
        }
        StepState step = draft.state().step(token.step());
        return step != null
                && step.purpose() == token.purpose()
                && switch (step.open()) {
                    case Open.Running open -> open.attempt() == token.attempt() && open.nonce() == token.nonce();
                    case Open.Child open -> open.attempt() == token.attempt() && open.nonce() == token.nonce();
                    case Open.Idle idle -> false;
                    case Open.Ready ready -> false;
                    case Open.Waiting waiting -> false;
                };
    }

    /**
     * Whether the complete-by of the open attempt has passed, even if no check has found it yet (I8). False for a
     * child, which has its own complete-by.
     */
    static boolean isOver(DecisionDraft draft, AttemptToken token) {
        Open.Running running = running(draft, token);
        return running != null && draft.now().isAfter(running.completeBy());
    }

    /** Gives the attempt up, as if its complete-by had been noticed just before the report came. */
    private static Decision tooLate(
            DecisionDraft draft, AttemptToken token, @Nullable Json output, @Nullable Failure failure) {
        PlanNode node = node(draft, token);
        Open.Running running = Objects.requireNonNull(running(draft, token), "what is over has an end");
        Failure silence = EngineFailures.completeByPassed(running.completeBy(), running.agent());
        draft.emit(new Event.AttemptFailed(node.path, token.purpose(), token.attempt(), silence));
        keep(draft, token, output, failure);
        Remedies.afterAttempt(draft, node, token.purpose(), silence);
        Consequences.follow(draft);
        return draft.refuse(
                Refusal.STALE_ATTEMPT,
                "the report of attempt %d (%s) of step '%s' came after its complete-by (%s) and does not count"
                        .formatted(token.attempt(), token.purpose(), token.step(), running.completeBy()));
    }

    private static void keep(
            DecisionDraft draft, AttemptToken token, @Nullable Json output, @Nullable Failure failure) {
        Json kept = output == null || PayloadLimit.isTooLarge(output) ? null : output;
        draft.emit(new Event.LateReportKept(token.step(), token.purpose(), token.attempt(), kept, failure));
    }

    /**
     * Refuses a report for an attempt that is not open. A report of a given-up attempt changes nothing, but is kept
     * once, as evidence.
     */
    static Decision refuse(DecisionDraft draft, AttemptToken token, @Nullable Json output, @Nullable Failure failure) {
        PlanNode node = draft.state().node(token.step());
        if (node == null) {
            return draft.refuseUnknown(token.step());
        }
        StepState step = draft.step(node);
        boolean report = output != null || failure != null;
        if (report && wasGivenUp(draft, node, step, token)) {
            keep(draft, token, output, failure);
        }
        return draft.refuse(
                Refusal.STALE_ATTEMPT,
                "the token of attempt %d (%s) of step '%s' is not that of the open attempt: the step is %s; stop working on it"
                        .formatted(token.attempt(), token.purpose(), token.step(), step));
    }

    private static boolean wasGivenUp(DecisionDraft draft, PlanNode node, StepState step, AttemptToken token) {
        Series series = step.series(token.purpose());
        return series != null
                && series.givenUp().contains(token.attempt())
                && token.execution().equals(draft.state().id())
                && token.nonce() == node.nonce(draft.state().started().seed(), token.purpose(), token.attempt());
    }

    private static PlanNode node(DecisionDraft draft, AttemptToken token) {
        PlanNode node = draft.state().node(token.step());
        if (node == null) {
            throw new IllegalStateException("isOpen() has found the step " + token.step());
        }
        return node;
    }

    /** The open attempt of an agent; null if it is not open, or no agent has it. */
    private static Open.@Nullable Running running(DecisionDraft draft, AttemptToken token) {
        return isOpen(draft, token) && draft.step(node(draft, token)).open() instanceof Open.Running running
                ? running
                : null;
    }
}
