package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Hold;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Phase;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.workflow.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of operators. */
final class OperatorCommands {

    private OperatorCommands() {}

    /** Whether a bulk operation has sent this command before. Commands of persons always count. */
    static boolean isRepeated(ExecutionState state, Command command) {
        return switch (command) {
            case Command.Cancel c -> state.bulkDeeds.contain(c.reason(), null);
            case Command.Compensate c -> state.bulkDeeds.contain(c.reason(), null);
            case Command.Pause c -> state.bulkDeeds.contain(c.reason(), null);
            case Command.Resume c -> state.bulkDeeds.contain(c.reason(), null);
            case Command.ProbeStep c -> state.bulkDeeds.contain(c.reason(), c.step());
            case Command.RetryStep c -> state.bulkDeeds.contain(c.why(), c.step());
            case Command.ResolveStep c -> state.bulkDeeds.contain(c.why(), c.step());
            case Command.SkipStep c -> state.bulkDeeds.contain(c.why(), c.step());
            default -> false;
        };
    }

    /** Cancels an execution: all steps that were done or possibly done are undone. A pause ends. */
    static Decision cancel(DecisionDraft draft, Command.Cancel command) {
        if (draft.state().phase != Phase.FORWARD || draft.state().pastPivot) {
            return tooLateToUndo(draft, "cancel");
        }
        endPause(draft, command.by(), command.reason());
        draft.emit(new Event.CancelRequested(command.by(), command.reason()));
        Compensation.start(draft, EngineFailures.cancelled(command.by(), command.reason()));
        return Consequences.accept(draft);
    }

    /** As {@link #cancel}, but the execution ends as compensated. */
    static Decision compensate(DecisionDraft draft, Command.Compensate command) {
        if (draft.state().phase != Phase.FORWARD || draft.state().pastPivot) {
            return tooLateToUndo(draft, "compensate");
        }
        endPause(draft, command.by(), command.reason());
        draft.emit(new Event.CompensationRequested(command.by(), command.reason()));
        Compensation.start(draft, EngineFailures.undoRequested(command.by(), command.reason()));
        return Consequences.accept(draft);
    }

    private static Decision tooLateToUndo(DecisionDraft draft, String verb) {
        if (draft.state().phase == Phase.FORWARD) {
            return draft.refuse(
                    Refusal.WRONG_STATE,
                    "a step that is a pivot has completed, and past it the execution only goes forward: it is too late to "
                            + verb);
        }
        return draft.refuse(
                Refusal.WRONG_STATE,
                draft.state().endedBy != null && draft.state().phase == Phase.CLOSING
                        ? "step '%s' has completed the execution: it is too late to %s"
                                .formatted(draft.state().endedBy, verb)
                        : draft.state().phase == Phase.FINALLY
                                ? "the outcome is decided and only the steps of finally still run: it is too late to "
                                        + verb
                                : "the execution is being undone already");
    }

    static Decision pause(DecisionDraft draft, Command.Pause command) {
        Hold hold = draft.state().paused();
        if (hold != null) {
            return draft.refuse(Refusal.WRONG_STATE, "the execution is already " + hold);
        }
        draft.emit(new Event.ExecutionPaused(command.by(), command.reason()));
        return Consequences.accept(draft);
    }

    static Decision resume(DecisionDraft draft, Command.Resume command) {
        if (draft.state().paused() == null) {
            return draft.refuse(Refusal.WRONG_STATE, "the execution is not paused");
        }
        endPause(draft, command.by(), command.reason());
        return Consequences.accept(draft);
    }

    /** Moves the execution to another version, and begins the steps that can begin there. */
    static Decision move(DecisionDraft draft, Command.Move command) {
        List<Compatibility.Blocker> blockers = Compatibility.blockers(draft.state(), command.to());
        if (!blockers.isEmpty()) {
            return draft.refuse(
                    Refusal.INCOMPATIBLE,
                    "it cannot go on with version %d: %s"
                            .formatted(command.to().workflow().version(), joined(blockers)));
        }
        int version = command.to().workflow().version();
        draft.emitMoved(new Event.ExecutionMoved(version, command.by(), command.reason()), command.to());
        if (draft.state().delayedUntil() == null) {
            TimerUpdates.lookAgain(draft);
            CollectedSignals.lookAgain(draft);
            StepActivation.begin(draft, draft.plan().mainSteps());
            ForEachItems.goOnAll(draft);
        }
        return Consequences.accept(draft);
    }

    private static String joined(List<Compatibility.Blocker> blockers) {
        StringBuilder joined = new StringBuilder();
        for (Compatibility.Blocker blocker : blockers) {
            joined.append(joined.isEmpty() ? "" : "; ").append(blocker);
        }
        return joined.toString();
    }

    private static void endPause(DecisionDraft draft, String by, String why) {
        if (draft.state().paused() != null) {
            draft.emit(new Event.ExecutionResumed(by, why));
        }
    }

    /** Starts a probe of a step that waits or is escalated. Its answer leads to a new decision. */
    static Decision probe(DecisionDraft draft, Command.ProbeStep command) {
        PlanNode node = draft.state().node(command.step());
        if (node == null) {
            return draft.refuseUnknown(command.step());
        }
        StepState step = draft.step(node);
        String problem = whyNotProbed(node, step);
        if (problem == null) {
            try {
                Event.StepReady ready = Probes.ready(draft, node);
                if (ready.input() == null || !PayloadLimit.isTooLarge(ready.input())) {
                    draft.emit(new Event.ProbeRequested(node.path, command.by(), command.reason()));
                    draft.emit(ready);
                    return Consequences.accept(draft);
                }
                problem = "the input of the probe is too large";
            } catch (ExpressionException | StepTimes.Unusable e) {
                problem = "the input of the probe cannot be computed: " + e.getMessage();
            }
        }
        return draft.refuse(Refusal.WRONG_STATE, "step '%s' cannot be asked about: %s".formatted(node, problem));
    }

    /** Why the step cannot be probed; null if it can. */
    private static @Nullable String whyNotProbed(PlanNode node, StepState step) {
        if (node.probe == null) {
            return "it has no probe; resolve or retry it once you know the outcome";
        }
        if (step.purpose() == Purpose.COMPENSATION) {
            return "it is being undone, and a probe tells about doing it";
        }
        if (!step.inDoubt()) {
            return "nothing about it is in doubt: it is " + step;
        }
        return step.open() instanceof Open.Waiting || step.status() == StepStatus.ESCALATED
                ? null
                : "an attempt or a probe of it is under way or queued: it is " + step;
    }

    /** Retries an escalated step with fresh retry budgets. */
    static Decision retry(DecisionDraft draft, Command.RetryStep command) {
        PlanNode node = escalated(draft, command.step());
        if (node == null) {
            return refuse(draft, command.step());
        }
        StepState step = draft.step(node);
        Purpose purpose = step.purpose();
        if (node.child != null && purpose == Purpose.FORWARD && step.inDoubt()) {
            return draft.refuse(
                    Refusal.WRONG_STATE,
                    ("step '%s' cannot be retried: execution %s has done it, though its output cannot be used, and another one would do it"
                                    + " a second time; resolve it with an output that can, or skip it")
                            .formatted(node, step.child()));
        }
        Json input = command.input();
        if (input != null) {
            String problem = whyNotEdited(draft, node, input);
            if (problem != null) {
                return draft.refuse(
                        PayloadLimit.isTooLarge(input) ? Refusal.LIMIT : Refusal.WRONG_STATE,
                        "step '%s' cannot be retried with another input: %s".formatted(node, problem));
            }
        }
        boolean nextRound = purpose == Purpose.FORWARD && step.isBeforeRound();
        boolean begins = (step.series(purpose) == null || nextRound) && input == null;
        draft.emit(new Event.StepRetried(node.path, purpose, command.by(), command.why(), input));
        if (begins) {
            switch (purpose) {
                case FORWARD -> {
                    if (nextRound) {
                        StepQueue.queue(draft, node);
                    } else {
                        StepActivation.begin(draft, node);
                    }
                }
                case COMPENSATION -> Compensation.undo(draft, node);
                case PROBE -> throw new IllegalStateException("a probe never needs a person");
            }
        }
        return Consequences.accept(draft);
    }

    /**
     * Why the input of the step cannot be replaced; null if it can. Another input needs another idempotency key, or
     * the service would refuse the request or answer with the old result. With a new key, the service would not
     * recognise a request that was possibly done with the old one, and would do it a second time.
     */
    private static @Nullable String whyNotEdited(DecisionDraft draft, PlanNode node, Json input) {
        StepState step = draft.step(node);
        if (!node.calls(step.purpose())) {
            return "it calls no action";
        }
        if (PayloadLimit.isTooLarge(input)) {
            return "it is larger than %d bytes; give a reference to the data instead".formatted(PayloadLimit.BYTES_MAX);
        }
        if (step.purpose() == Purpose.COMPENSATION && step.isLastRoundByHand()) {
            return "a person has done its last round, which no input undoes; undo that round by hand and resolve the step";
        }
        if (step.isNameMissing(node, step.purpose())) {
            return "its action is computed, and was not computed yet; retry it without an input";
        }
        boolean keyTaken = step.purpose() == Purpose.FORWARD && draft.state().keyTaken(node) != null;
        return keyTaken || step.mayHaveActed(step.purpose())
                ? "an earlier attempt may have had its effect with the old input, and would have it twice; "
                        + "probe the step first, retry it with the old input, or resolve it"
                : null;
    }

    /** Marks an escalated step as done, with an output; or as undone. */
    static Decision resolve(DecisionDraft draft, Command.ResolveStep command) {
        PlanNode node = escalated(draft, command.step());
        if (node == null) {
            return refuse(draft, command.step());
        }
        if (PayloadLimit.isTooLarge(command.output())) {
            return draft.refuse(
                    Refusal.LIMIT,
                    "the output for step '%s' is larger than %d bytes; give a reference to the data instead"
                            .formatted(node, PayloadLimit.BYTES_MAX));
        }
        boolean undone = draft.step(node).purpose() == Purpose.COMPENSATION;
        List<Problem> problems = undone ? List.of() : DataChecks.ofResolution(node, command.output());
        if (!problems.isEmpty()) {
            return draft.refuse(
                    Refusal.INVALID_DATA,
                    "the output for step '%s' does not match its definition: %s"
                            .formatted(node, EngineFailures.inShort(problems)));
        }
        if (undone) {
            boolean byHand = draft.step(node).isLastRoundByHand();
            int attempt = draft.step(node).attempts(Purpose.COMPENSATION);
            // A round whose child is gone leads to no round before it, so the person answers for all of them.
            boolean onlyRound = node.undoesRounds()
                    && !EngineFailures.isChildGone(draft.step(node).failure());
            draft.emit(
                    onlyRound
                            ? new Event.RoundUndone(node.path, attempt, null, command.by(), command.why())
                            : new Event.StepCompensated(node.path, attempt, null, command.by(), command.why()));
            if (onlyRound && byHand) {
                Compensation.undo(draft, node); // the round before is next
            }
        } else {
            draft.emitSettled(node, new Event.StepResolved(node.path, command.output(), command.by(), command.why()));
            EarlyEnd.resolved(draft, node);
        }
        return Consequences.accept(draft);
    }

    /** Skips an escalated step; or leaves it as it is instead of undoing it. */
    static Decision skip(DecisionDraft draft, Command.SkipStep command) {
        PlanNode node = escalated(draft, command.step());
        if (node == null) {
            return refuse(draft, command.step());
        }
        draft.emitSettled(node, new Event.StepSkipped(node.path, SkipReason.OPERATOR, command.by(), command.why()));
        return Consequences.accept(draft);
    }

    private static @Nullable PlanNode escalated(DecisionDraft draft, StepPath path) {
        PlanNode node = draft.state().node(path);
        return node != null && draft.step(node).status() == StepStatus.ESCALATED ? node : null;
    }

    private static Decision refuse(DecisionDraft draft, StepPath path) {
        StepState step = draft.state().step(path);
        return step == null
                ? draft.refuseUnknown(path)
                : draft.refuse(
                        Refusal.WRONG_STATE,
                        "step '%s' does not need a person: it is %s; only an ESCALATED step can be retried, resolved or skipped"
                                .formatted(path, step));
    }
}
