package dev.reeve.internal.core.rules;

import dev.reeve.CallLimit;
import dev.reeve.CallTimes;
import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Template;

/**
 * Queues steps, items and rounds for agents.
 */
final class StepQueue {

    private StepQueue() {}

    /** Computes the input of a step, an item or a further round of one, and queues it for an agent. */
    static void queue(DecisionDraft draft, PlanNode node) {
        Template template = node.call(Purpose.FORWARD).input();
        Template limitKey = node.limit == null ? null : node.limit.key();
        boolean isComputed =
                template != null || limitKey != null || node.isTimed(Purpose.FORWARD) || node.isNamed(Purpose.FORWARD);
        ExecutionScope scope = isComputed ? ExecutionScope.of(draft.state(), node) : null;
        String what = "input";
        try {
            String name = scope == null ? null : StepNames.of(node, Purpose.FORWARD, scope);
            Json input = template == null || scope == null ? null : template.evaluate(scope);
            what = "the key of the limit";
            String key = limitKey == null || scope == null ? null : limitKey.evaluateText(scope);
            CallTimes times = scope == null ? null : StepTimes.ofCall(node, Purpose.FORWARD, scope);
            queue(draft, new Event.StepReady(node.path, Purpose.FORWARD, input, key, times, name), node);
        } catch (ExpressionException e) {
            StepFailures.failWithoutAttempt(draft, node, EngineFailures.expression(what, e));
        } catch (StepTimes.Unusable e) {
            StepFailures.failWithoutAttempt(draft, node, e.failure());
        }
    }

    private static void queue(DecisionDraft draft, Event.StepReady ready, PlanNode node) {
        Json input = ready.input();
        String limitKey = ready.limitKey();
        if (input != null && PayloadLimit.isTooLarge(input)) {
            StepFailures.failWithoutAttempt(draft, node, PayloadLimit.tooLarge("the step's input", false));
        } else if (node.child != null && draft.state().depth() >= Task.Child.DEPTH_MAX) {
            String workflow = ready.name() == null ? node.child.workflow() : ready.name();
            StepFailures.failWithoutAttempt(draft, node, EngineFailures.tooDeep(workflow));
        } else if (limitKey != null && limitKey.length() > CallLimit.KEY_LENGTH_MAX) {
            StepFailures.failWithoutAttempt(draft, node, EngineFailures.limitKeyTooLong(limitKey.length()));
        } else {
            draft.emit(ready);
        }
    }
}
