package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Phase;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.Signals;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.workflow.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Receives signals and gives each to a step that waits for it, or keeps it for one that will (S7). */
final class ReceivedSignals {

    private ReceivedSignals() {}

    /** Receives a signal. */
    static Decision receive(DecisionDraft draft, Command.Signal command) {
        ExecutionState state = draft.state();
        if (command.id() != null && state.signals.ids().contains(command.id())) {
            return draft.accepted(); // a repeated signal counts once, also if the execution takes no more
        }
        List<PlanNode> awaiting = DataChecks.awaiting(draft.plan(), command.signal());
        if (awaiting.isEmpty()) {
            return draft.refuse(Refusal.UNKNOWN_SIGNAL, unknown(draft.plan(), command.signal()));
        }
        if (state.phase != Phase.FORWARD) {
            awaiting = DataChecks.awaitingInFinally(draft.plan(), command.signal());
            if (awaiting.isEmpty()) {
                return draft.refuse(Refusal.WRONG_STATE, tooLate(state, command.signal()));
            }
        }
        if (PayloadLimit.isTooLarge(command.data())) {
            return draft.refuse(Refusal.LIMIT, tooLarge());
        }
        PlanNode taker = taker(draft, awaiting, command);
        if (taker == null && isWaitedFor(draft, awaiting)) {
            return draft.refuse(
                    Refusal.LIMIT,
                    "the list of signals of the step that waits for it would be larger than %d bytes with this one"
                            .formatted(PayloadLimit.BYTES_MAX));
        }
        if (taker == null && !hasRoom(state, state.phase != Phase.FORWARD)) {
            return draft.refuse(
                    Refusal.LIMIT,
                    "%d signals that no step has taken wait already, and the history has %d of %d events"
                            .formatted(state.signals.waiting().size(), state.events, state.historyMax()));
        }
        for (PlanNode node : awaiting) {
            if (AwaitSteps.isTooDeep(node, command.signal(), command.data())) {
                return draft.refuse(Refusal.INVALID_DATA, tooDeep(command.signal(), node));
            }
        }
        List<Problem> problems = DataChecks.ofSignal(awaiting, command.signal(), command.data());
        if (!problems.isEmpty()) {
            return draft.refuse(Refusal.INVALID_DATA, mismatch(command.signal(), problems));
        }
        if (taker != null && TimerUpdates.isUpdatedBy(taker, command.signal())) {
            if (isHistoryFull(state)) {
                return draft.refuse(
                        Refusal.LIMIT,
                        "the time of step '%s' was moved too often: the history has %d of %d events"
                                .formatted(taker, state.events, state.historyMax()));
            }
            try {
                TimerUpdates.update(draft, taker, command);
                return Consequences.accept(draft);
            } catch (StepTimes.Unusable e) {
                return draft.refuse(
                        Refusal.INVALID_DATA,
                        "the time of step '%s' cannot be computed with the data of signal '%s': %s"
                                .formatted(taker, command.signal(), e.getMessage()));
            }
        }
        draft.emit(new Event.SignalReceived(command.signal(), command.id(), command.data(), command.by()));
        if (taker != null) {
            AwaitSteps.take(draft, taker, command.signal(), command.data());
        }
        return Consequences.accept(draft);
    }

    /**
     * Why a new execution refuses a signal that comes with its start; null if it takes the signal.
     *
     * @param first the state before the start
     */
    static Decision.@Nullable Refused refusal(ExecutionState first, Event.SignalReceived signal) {
        List<PlanNode> awaiting = DataChecks.awaiting(first.plan(), signal.signal());
        if (awaiting.isEmpty()) {
            return refused(first, Refusal.UNKNOWN_SIGNAL, unknown(first.plan(), signal.signal()));
        }
        if (PayloadLimit.isTooLarge(signal.data())) {
            return refused(first, Refusal.LIMIT, tooLarge());
        }
        for (PlanNode node : awaiting) {
            if (AwaitSteps.isTooDeep(node, signal.signal(), signal.data())) {
                return refused(first, Refusal.INVALID_DATA, tooDeep(signal.signal(), node));
            }
        }
        List<Problem> problems = DataChecks.ofSignal(awaiting, signal.signal(), signal.data());
        return problems.isEmpty() ? null : refused(first, Refusal.INVALID_DATA, mismatch(signal.signal(), problems));
    }

    private static Decision.Refused refused(ExecutionState first, Refusal reason, String problem) {
        return new Decision.Refused(
                reason, "a new execution of %s: %s".formatted(first.plan(), problem), List.of(), first);
    }

    private static String unknown(Plan plan, String signal) {
        return "no step of it waits for a signal '%s'; %s".formatted(signal, known(plan));
    }

    private static String tooLate(ExecutionState state, String signal) {
        return state.phase == Phase.FINALLY || state.endedBy != null
                ? "its outcome is decided, and no step of finally waits for a signal '%s'".formatted(signal)
                : "it is being undone, and no step of finally waits for a signal '%s'".formatted(signal);
    }

    private static String tooLarge() {
        return "the signal's data is larger than %d bytes".formatted(PayloadLimit.BYTES_MAX);
    }

    private static String tooDeep(String signal, PlanNode step) {
        return "the data of signal '%s' is nested too deep for the output of step '%s', which has it in a list or an object"
                .formatted(signal, step);
    }

    private static String mismatch(String signal, List<Problem> problems) {
        return "the data of signal '%s' does not match its schema: %s"
                .formatted(signal, EngineFailures.inShort(problems));
    }

    /** The step that waits for the signal now, and has room for it; null if there is none. */
    private static @Nullable PlanNode taker(DecisionDraft draft, List<PlanNode> awaiting, Command.Signal command) {
        for (PlanNode node : awaiting) {
            if (draft.step(node).open() instanceof Open.Waiting && hasRoom(draft, node, command)) {
                return node;
            }
        }
        return null;
    }

    /** A list of signals has room up to the limit of an output. */
    private static boolean hasRoom(DecisionDraft draft, PlanNode node, Command.Signal command) {
        return TimerUpdates.isUpdatedBy(node, command.signal())
                || !node.collectsSignals()
                || !(node.step.task() instanceof Task.Await await)
                || CollectedSignals.hasRoom(draft, node, await, command.signal(), command.data());
    }

    private static boolean isWaitedFor(DecisionDraft draft, List<PlanNode> awaiting) {
        for (PlanNode node : awaiting) {
            if (draft.step(node).open() instanceof Open.Waiting) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasRoom(ExecutionState state, boolean onlyFinally) {
        return waiting(state, onlyFinally) < Signals.WAITING_MAX && !isHistoryFull(state);
    }

    /** The number of signals that a step may take yet. */
    private static int waiting(ExecutionState state, boolean onlyFinally) {
        int count = 0;
        for (Signals.Signal each : state.signals.waiting()) {
            if (!onlyFinally
                    || !DataChecks.awaitingInFinally(state.plan(), each.name()).isEmpty()) {
                count++;
            }
        }
        return count;
    }

    /** Half of the history is reserved for events that must be recorded. */
    private static boolean isHistoryFull(ExecutionState state) {
        return state.events >= state.historyMax() / 2;
    }

    private static String known(Plan plan) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < plan.size(); i++) {
            Task task = plan.node(i).step.task();
            for (String name : task instanceof Task.Await await ? await.signals() : List.<String>of()) {
                if (!names.contains(name)) {
                    names.add(name);
                }
            }
            if (task.updateOn() != null && !names.contains(task.updateOn())) {
                names.add(task.updateOn());
            }
        }
        return names.isEmpty() ? "it waits for none" : "expected one of " + String.join(", ", names);
    }
}
