package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepStatus;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.values.Times;
import dev.reeve.workflow.Join;
import java.time.Instant;

/** Begins steps whose predecessors are settled. */
final class StepActivation {

    private StepActivation() {}

    /** Begins each of these steps that can begin now. */
    static void begin(DecisionDraft draft, int[] candidates) {
        for (int index : candidates) {
            if (!draft.state().phase.goesForward()) {
                return; // one of them failed, and no further step begins (I7)
            }
            PlanNode node = draft.plan().node(index);
            StepState step = draft.step(node);
            if (step.status() != StepStatus.PENDING) {
                continue;
            }
            switch (turn(node, step)) {
                case BEGIN -> {
                    OthersEnd.end(draft, node);
                    begin(draft, node);
                }
                case SKIP -> skip(draft, node, SkipReason.PREDECESSORS);
                case WAIT -> {}
            }
        }
    }

    private enum Turn {
        BEGIN,
        SKIP,
        WAIT
    }

    /** Whether a step that has not begun begins, is skipped, or waits, by the state of its predecessors. */
    private static Turn turn(PlanNode node, StepState step) {
        int needed = node.step.join().count();
        if (node.predecessors.length == 0) {
            return Turn.BEGIN;
        }
        if (needed == Join.ALL.count()) {
            return step.blockers > 0 ? Turn.WAIT : step.reached > 0 ? Turn.BEGIN : Turn.SKIP;
        }
        return step.reached >= needed ? Turn.BEGIN : step.reached + step.blockers < needed ? Turn.SKIP : Turn.WAIT;
    }

    /** Begins a step, or an item that an operator retries. */
    static void begin(DecisionDraft draft, PlanNode node) {
        if (node.parent == null) {
            beginStep(draft, node);
        } else {
            StepQueue.queue(draft, node); // the step's condition holds for all items
        }
    }

    /** Evaluates a step's condition, computes its input, and queues it for an agent or starts its wait. */
    private static void beginStep(DecisionDraft draft, PlanNode node) {
        ExecutionScope scope = ExecutionScope.of(draft.state(), node);
        String what = "when";
        try {
            Expression when = node.step.when();
            if (when != null && !when.test(scope)) {
                skip(draft, node, SkipReason.CONDITION);
                return;
            }
            if (node.hasItems()) {
                what = "forEach";
                ForEachItems.begin(draft, node, scope);
                return;
            }
            switch (node.step.task()) {
                case Task.Action action -> StepQueue.queue(draft, node);
                case Task.Child child -> StepQueue.queue(draft, node);
                case Task.WaitFor(var length) ->
                    await(draft, node, Times.plus(draft.now(), StepTimes.of(node, ComputedTimes.WAIT, length, scope)));
                case Task.WaitUntil wait -> {
                    TimerUpdates.takeEarlier(draft, node);
                    await(draft, node, StepTimes.instant(wait.waitUntil(), ExecutionScope.of(draft.state(), node)));
                }
                case Task.Switch choice -> {
                    what = "switch";
                    choose(draft, node, choice, scope);
                }
                case Task.Await signal -> AwaitSteps.await(draft, node, signal);
                case Task.Value(var value) -> {
                    what = "value";
                    compute(draft, node, value.evaluate(scope));
                }
                case Task.Fail fail -> {
                    what = "fail";
                    StepFailures.failWithoutAttempt(draft, node, failure(node, fail, scope));
                }
                case Task.Complete(var output) -> {
                    what = "complete";
                    EarlyEnd.begin(draft, node, output.evaluate(scope));
                }
            }
        } catch (ExpressionException e) {
            StepFailures.failWithoutAttempt(draft, node, EngineFailures.expression(what, e));
        } catch (StepTimes.Unusable e) {
            StepFailures.failWithoutAttempt(draft, node, e.failure());
        }
    }

    /** Chooses the first case that holds; the output is null if none does. */
    private static void choose(DecisionDraft draft, PlanNode node, Task.Switch choice, ExecutionScope scope) {
        Json chosen = Json.NULL;
        for (Task.Switch.Case option : choice.cases()) {
            Expression when = option.when();
            if (when == null || when.test(scope)) {
                chosen = new Json('"' + option.name() + '"');
                break;
            }
        }
        draft.emitSettled(node, new Event.StepCompleted(node.path, 0, chosen));
    }

    private static void compute(DecisionDraft draft, PlanNode node, Json value) {
        if (PayloadLimit.isTooLarge(value)) {
            StepFailures.failWithoutAttempt(draft, node, PayloadLimit.tooLarge("the value", false));
        } else {
            draft.emitSettled(node, new Event.StepCompleted(node.path, 0, value));
        }
    }

    private static Failure failure(PlanNode node, Task.Fail fail, ExecutionScope scope) {
        String message = fail.message() == null ? null : fail.message().evaluateText(scope);
        Json details = fail.details() == null ? null : fail.details().evaluate(scope);
        return EngineFailures.onPurpose(node.path, fail.code(), message, details);
    }

    private static void await(DecisionDraft draft, PlanNode node, Instant until) {
        if (until.isAfter(draft.now())) {
            draft.emit(new Event.StepWaiting(node.path, Purpose.FORWARD, until, WaitReason.TIMER));
        } else {
            draft.emitSettled(node, new Event.StepCompleted(node.path, 0, Json.NULL));
        }
    }

    private static void skip(DecisionDraft draft, PlanNode node, SkipReason reason) {
        draft.emitSettled(node, new Event.StepSkipped(node.path, reason, null));
    }
}
