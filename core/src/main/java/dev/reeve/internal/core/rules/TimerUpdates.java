package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.Update;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.time.Instant;

/** Waits whose end a signal moves ({@code updateOn}): their time is computed again whenever the signal comes. */
final class TimerUpdates {

    private TimerUpdates() {}

    /** Takes the signals that came before the step began. The newest one counts. */
    static void takeEarlier(DecisionDraft draft, PlanNode node) {
        String signal = node.step.task().updateOn();
        while (signal != null && draft.state().signals.first(signal) != null) {
            draft.emit(new Event.SignalTaken(node.path, signal));
        }
    }

    /**
     * Moves the end of a wait. The step goes on waiting even if its new time has passed: the next wake-up ends it.
     *
     * @throws StepTimes.Unusable if the time cannot be computed with this data; then nothing has happened
     */
    static void update(DecisionDraft draft, PlanNode node, Command.Signal command) throws StepTimes.Unusable {
        Instant until = until(draft, node, ExecutionScope.ofUpdate(draft.state(), node, command.data()));
        draft.emit(new Event.SignalReceived(command.signal(), command.id(), command.data(), command.by()));
        draft.emit(new Event.SignalTaken(node.path, command.signal()));
        WaitReason reason = node.step.task() instanceof Task.Await ? WaitReason.SIGNAL : WaitReason.TIMER;
        draft.emit(new Event.StepWaiting(node.path, Purpose.FORWARD, until, reason));
    }

    private static Instant until(DecisionDraft draft, PlanNode node, ExecutionScope scope) throws StepTimes.Unusable {
        if (node.step.task() instanceof Task.WaitUntil wait) {
            return StepTimes.instant(wait.waitUntil(), scope);
        }
        Update before = draft.step(node).update();
        Instant since = before == null || before.since() == null ? draft.now() : before.since();
        Duration timeout = StepTimes.of(node, ComputedTimes.TIMEOUT, Duration.ZERO, scope);
        return Times.plus(since, timeout);
    }

    /** Whether a signal moves the end of the step's wait. */
    static boolean isUpdatedBy(PlanNode node, String signal) {
        return signal.equals(node.step.task().updateOn());
    }
}
