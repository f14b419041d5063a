package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.SignalList;
import dev.reeve.internal.core.state.Signals;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.time.Instant;

/**
 * Begins and ends the waits of steps for signals. Each signal is taken once, whether it arrives before or after the
 * step begins to wait (S7).
 */
final class AwaitSteps {

    private AwaitSteps() {}

    /** Begins a step that waits for a signal. An earlier signal is taken at once. */
    static void await(DecisionDraft draft, PlanNode node, Task.Await await) throws StepTimes.Unusable {
        boolean collects = node.collectsSignals();
        if (collects && CollectedSignals.takeEarlier(draft, node, await)) {
            return;
        }
        Signals.Signal earlier = draft.state().signals.firstOf(await.signals());
        if (earlier != null && !collects) {
            take(draft, node, earlier.name(), earlier.data());
            return;
        }
        TimerUpdates.takeEarlier(draft, node);
        Duration timeout =
                StepTimes.computed(node, ComputedTimes.TIMEOUT, ExecutionScope.of(draft.state(), node), Duration.ZERO);
        Duration wait = timeout == null ? await.timeout() : timeout;
        Instant until = wait == null ? Times.MAX : Times.plus(draft.now(), wait);
        draft.emit(new Event.StepWaiting(node.path, Purpose.FORWARD, until, WaitReason.SIGNAL));
    }

    /** Completes a step with the signal that it waited for. */
    static void take(DecisionDraft draft, PlanNode node, String signal, Json data) {
        if (node.collectsSignals()) {
            CollectedSignals.take(draft, node, signal);
            return;
        }
        draft.emit(new Event.SignalTaken(node.path, signal));
        Json output = node.step.task() instanceof Task.Await await ? SignalList.element(await, signal, data) : data;
        if (PayloadLimit.isTooLarge(output)) {
            StepFailures.failWithoutAttempt(draft, node, PayloadLimit.tooLarge("the step's output", false));
        } else {
            draft.emitSettled(node, new Event.StepCompleted(node.path, 0, output));
        }
    }

    /**
     * Whether the output of the step could not be read again with this data in it. The data alone can be read, and is
     * nested deeper in a list or beside the name of the signal.
     */
    static boolean isTooDeep(PlanNode node, String signal, Json data) {
        if (!(node.step.task() instanceof Task.Await await) || !await.signals().contains(signal)) {
            return false;
        }
        if (!await.isOfSeveral() && !node.collectsSignals()) {
            return false;
        }
        String element = SignalList.element(await, signal, data).text();
        try {
            var unused = JsonText.value(node.collectsSignals() ? "[" + element + "]" : element);
            return false;
        } catch (InvalidInputException e) {
            return true;
        }
    }

    /** Handles the timeout of a wait for a signal. */
    static void timeout(DecisionDraft draft, PlanNode node, Task.Await await) {
        Template template = await.defaultOutput();
        if (template == null) {
            StepFailures.failWithoutAttempt(
                    draft, node, EngineFailures.signalMissed(await.names(), await.timeout(), draft.now()));
            return;
        }
        ExecutionScope scope = node.collectsSignals()
                ? ExecutionScope.ofSignals(draft.state(), node, draft.step(node).collected())
                : ExecutionScope.of(draft.state(), node);
        try {
            Json output = template.evaluate(scope);
            draft.emitSettled(node, new Event.StepCompleted(node.path, 0, output));
        } catch (ExpressionException e) {
            StepFailures.failWithoutAttempt(draft, node, EngineFailures.expression("default", e));
        }
    }
}
