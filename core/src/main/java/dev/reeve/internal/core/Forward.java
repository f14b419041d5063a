package dev.reeve.internal.core;

import dev.reeve.CallLimit;
import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepStatus;
import dev.reeve.WaitReason;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.values.Times;
import dev.reeve.workflow.Join;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Begins steps whose predecessors are settled. */
final class Forward {

    private Forward() {}

    /** Begins each of these steps that can begin now. */
    static void begin(Draft draft, int[] candidates) {
        for (int index : candidates) {
            if (!draft.state().phase.goesForward()) {
                return; // one of them failed, and no further step begins (I7)
            }
            Node node = draft.plan().node(index);
            StepState step = draft.step(node);
            if (step.status() != StepStatus.PENDING) {
                continue;
            }
            switch (turn(node, step)) {
                case BEGIN -> begin(draft, node);
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
    private static Turn turn(Node node, StepState step) {
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
    static void begin(Draft draft, Node node) {
        if (node.parent == null) {
            beginStep(draft, node);
        } else {
            beginItem(draft, node);
        }
    }

    /** Begins an item. The step's condition holds for all of them. */
    static void beginItem(Draft draft, Node item) {
        queue(draft, item);
    }

    /** Computes the input of a step, an item or a further round of one, and queues it for an agent. */
    static void queue(Draft draft, Node node) {
        Template template = node.call(Purpose.FORWARD).input();
        Template limitKey = node.limit == null ? null : node.limit.key();
        ExecutionScope scope = template == null && limitKey == null ? null : ExecutionScope.of(draft.state(), node);
        String what = "input";
        try {
            Json input = template == null || scope == null ? null : template.evaluate(scope);
            what = "the key of the limit";
            queue(draft, node, input, limitKey == null || scope == null ? null : limitKey.evaluateText(scope));
        } catch (ExpressionException e) {
            Remedies.failWithoutAttempt(draft, node, Failures.expression(what, e));
        }
    }

    /** Evaluates a step's condition, computes its input, and queues it for an agent or starts its wait. */
    private static void beginStep(Draft draft, Node node) {
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
                Expanding.begin(draft, node, scope);
                return;
            }
            switch (node.step.task()) {
                case Task.Action action -> queue(draft, node);
                case Task.Child child -> queue(draft, node);
                case Task.WaitFor(var length) -> await(draft, node, Times.plus(draft.now(), length));
                case Task.WaitUntil(var expression) -> {
                    what = "waitUntil";
                    await(draft, node, instant(expression.evaluate(scope)));
                }
                case Task.Switch choice -> {
                    what = "switch";
                    choose(draft, node, choice, scope);
                }
                case Task.Await signal -> Signalling.await(draft, node, signal);
            }
        } catch (ExpressionException e) {
            Remedies.failWithoutAttempt(draft, node, Failures.expression(what, e));
        } catch (DateTimeException e) {
            Remedies.failWithoutAttempt(draft, node, Failures.expression(what, String.valueOf(e.getMessage())));
        }
    }

    private static void queue(Draft draft, Node node, @Nullable Json input, @Nullable String limitKey) {
        if (input != null && Payloads.isTooLarge(input)) {
            Remedies.failWithoutAttempt(draft, node, Payloads.tooLarge("the step's input", false));
        } else if (node.child != null && draft.state().depth() >= Task.Child.DEPTH_MAX) {
            Remedies.failWithoutAttempt(draft, node, Failures.tooDeep(node.child.workflow()));
        } else if (limitKey != null && limitKey.length() > CallLimit.KEY_LENGTH_MAX) {
            Remedies.failWithoutAttempt(draft, node, Failures.limitKeyTooLong(limitKey.length()));
        } else {
            draft.emit(new Event.StepReady(node.path, Purpose.FORWARD, input, limitKey));
        }
    }

    /** Chooses the first case that holds; the output is null if none does. */
    private static void choose(Draft draft, Node node, Task.Switch choice, ExecutionScope scope) {
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

    private static void await(Draft draft, Node node, Instant until) {
        if (until.isAfter(draft.now())) {
            draft.emit(new Event.StepWaiting(node.path, Purpose.FORWARD, until, WaitReason.TIMER));
        } else {
            draft.emitSettled(node, new Event.StepCompleted(node.path, 0, Json.NULL));
        }
    }

    private static void skip(Draft draft, Node node, SkipReason reason) {
        draft.emitSettled(node, new Event.StepSkipped(node.path, reason, null));
    }

    /**
     * Converts a value to an instant.
     *
     * @param value ISO-8601 text with a zone or offset, or milliseconds since the epoch
     */
    private static Instant instant(@Nullable Object value) {
        if (value instanceof String text) {
            return Times.normal(OffsetDateTime.parse(text).toInstant());
        }
        if (value instanceof Number number) {
            double millis = number.doubleValue();
            return Math.abs(millis) < Times.EPOCH_MILLIS_MAX
                    ? Times.normal(Instant.ofEpochMilli(number.longValue()))
                    : millis > 0 ? Times.MAX : Instant.EPOCH;
        }
        throw new DateTimeException(
                "expected ISO-8601 text with a zone such as 2026-01-31T12:00:00Z, or milliseconds since the epoch, found %s"
                        .formatted(value == null ? "null" : value.getClass().getSimpleName() + " " + value));
    }
}
