package dev.reeve.internal.core.rules;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.Hold;
import dev.reeve.Purpose;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.values.Times;
import java.time.Instant;

/** Starts attempts and records their checkpoints. */
final class Attempts {

    private Attempts() {}

    /**
     * Counts the attempt before the agent gets it, so that a step that kills its agent uses up an attempt (R38). No
     * attempt begins after the time for the retries of a step; {@link WakeUps} gives the step up.
     */
    static Decision start(DecisionDraft draft, Command.StartStep command) {
        PlanNode node = draft.state().node(command.step());
        if (node == null) {
            return draft.refuseUnknown(command.step());
        }
        StepState step = draft.step(node);
        if (!(step.open() instanceof Open.Ready)) {
            return draft.refuse(
                    Refusal.WRONG_STATE, "step '%s' is not queued for an agent: it is %s".formatted(node, step));
        }
        Hold hold = draft.state().paused();
        if (hold != null) {
            return draft.refuse(Refusal.WRONG_STATE, "nothing is handed out: the execution is " + hold);
        }
        if (Remedies.isOverdue(draft, node)) {
            return draft.refuse(
                    Refusal.WRONG_STATE,
                    "the time for the retries of step '%s' is over: no further attempt begins".formatted(node));
        }
        Purpose purpose = step.purpose();
        ActionCall call = node.call(purpose);
        int attempt = step.attempts(purpose) + 1;
        Instant completeBy = Times.plus(draft.now(), step.completeBy(call));
        long nonce = node.nonce(draft.state().started().seed(), purpose, attempt);
        draft.emit(new Event.StepStarted(node.path, purpose, attempt, command.agent(), completeBy, nonce));
        return Consequences.accept(draft);
    }

    static Decision recordCheckpoint(DecisionDraft draft, Command.RecordCheckpoint command) {
        AttemptToken token = command.token();
        if (!Reports.isOpen(draft, token) || Reports.isOver(draft, token)) {
            return Reports.refuse(draft, token, null, null);
        }
        if (PayloadLimit.isTooLarge(command.checkpoint())) {
            return draft.refuse(
                    Refusal.LIMIT,
                    "the checkpoint of step '%s' is larger than %d bytes; record a reference to the data instead"
                            .formatted(token.step(), PayloadLimit.BYTES_MAX));
        }
        // Half of the history is reserved for events that must be recorded. The attempt continues without further
        // checkpoints.
        if (draft.state().events >= draft.state().historyMax() / 2) {
            return draft.refuse(
                    Refusal.LIMIT,
                    ("the history has %d events already, and checkpoints may fill only half of the %d that are allowed;"
                                    + " record them less often")
                            .formatted(draft.state().events, draft.state().historyMax()));
        }
        draft.emit(new Event.CheckpointRecorded(token.step(), token.purpose(), token.attempt(), command.checkpoint()));
        return Consequences.accept(draft);
    }
}
