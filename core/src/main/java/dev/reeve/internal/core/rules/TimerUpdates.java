package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.Signals;
import dev.reeve.internal.core.state.Update;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Waits whose end a signal moves ({@code updateOn}): their time is computed again whenever the signal comes. */
final class TimerUpdates {

    private TimerUpdates() {}

    /**
     * Takes the signals that came before the step began. The newest one with which a time can be computed counts. The
     * others have no effect, so that a sender cannot break a timer by a mistake.
     *
     * @throws StepTimes.Unusable if the time cannot be computed without a signal either. Then the signals are not to
     *     blame. They wait on, for a retry of the step by a person
     */
    static void takeEarlier(DecisionDraft draft, PlanNode node) throws StepTimes.Unusable {
        String signal = node.step.task().updateOn();
        List<Boolean> unusable = new ArrayList<>();
        for (Signals.Signal each : draft.state().signals.waiting()) {
            if (each.name().equals(signal)) {
                unusable.add(computed(draft, node, each.data()) == null);
            }
        }
        if (!unusable.isEmpty() && !unusable.contains(false)) {
            var unused = until(draft, node, ExecutionScope.of(draft.state(), node));
        }
        for (boolean each : unusable) {
            draft.emit(new Event.SignalTaken(node.path, Objects.requireNonNull(signal), each));
        }
    }

    /** Takes the signals that came before another version made the step's wait movable. */
    static void lookAgain(DecisionDraft draft) {
        for (int i = 0; i < draft.plan().mainCount(); i++) {
            PlanNode node = draft.plan().node(i);
            String signal = node.step.task().updateOn();
            if (signal == null || !(draft.step(node).open() instanceof Open.Waiting)) {
                continue;
            }
            for (Json data = first(draft, signal); data != null; data = first(draft, signal)) {
                Instant until = computed(draft, node, data);
                draft.emit(new Event.SignalTaken(node.path, signal, until == null));
                if (until != null) {
                    draft.emit(waiting(node, until));
                }
            }
        }
    }

    private static @Nullable Json first(DecisionDraft draft, @Nullable String signal) {
        return signal == null ? null : draft.state().signals.first(signal);
    }

    /** When the wait ends with this data of the signal; null if it cannot be computed. */
    private static @Nullable Instant computed(DecisionDraft draft, PlanNode node, Json data) {
        try {
            return until(draft, node, ExecutionScope.ofUpdate(draft.state(), node, data));
        } catch (StepTimes.Unusable e) {
            return null;
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
        draft.emit(waiting(node, until));
    }

    private static Event waiting(PlanNode node, Instant until) {
        WaitReason reason = node.step.task() instanceof Task.Await ? WaitReason.SIGNAL : WaitReason.TIMER;
        return new Event.StepWaiting(node.path, Purpose.FORWARD, until, reason);
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
