package dev.reeve.internal.core;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.internal.values.JsonElements;
import dev.reeve.internal.values.Times;
import dev.reeve.workflow.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handles the successful result of a step. */
final class Results {

    private static final JsonSchema LIST = new JsonSchema(new Json("{\"type\":\"array\"}"));

    private Results() {}

    /**
     * Completes the step, unless another round follows.
     *
     * @param attempt the forward attempt that did it
     * @return why the result cannot be used; null if it was used
     */
    static @Nullable Failure accept(Draft draft, Node node, int attempt, Json output) {
        List<Problem> problems = problems(node, output);
        if (!problems.isEmpty()) {
            return Failures.outputInvalid(problems);
        }
        Repeat repeat = node.step.repeat();
        // A result that comes while the execution is compensated starts no further round.
        if (repeat == null || !draft.state().phase.goesForward()) {
            draft.emitSettled(node, new Event.StepCompleted(node.path, attempt, output));
            return null;
        }
        Rounds before = draft.step(node).rounds();
        int round = before == null ? 1 : before.done() + 1;
        int forgiven = before == null ? 0 : before.forgiven();
        boolean enough;
        try {
            enough = repeat.until().test(ExecutionScope.ofRound(draft.state(), node, round, output));
        } catch (ExpressionException e) {
            draft.emit(new Event.RoundEnded(node.path, attempt, output));
            Remedies.failWithoutAttempt(draft, node, Failures.expression("until", e));
            return null;
        }
        if (enough) {
            draft.emitSettled(node, new Event.StepCompleted(node.path, attempt, output));
            return null;
        }
        draft.emit(new Event.RoundEnded(node.path, attempt, output));
        if (round - forgiven >= repeat.max()
                || draft.state().events >= draft.state().historyMax()) {
            Remedies.failWithoutAttempt(draft, node, Failures.roundsExhausted(round));
        } else {
            Instant at = Times.plusMicros(draft.now(), delay(repeat, round - forgiven));
            if (at.isAfter(draft.now())) {
                draft.emit(new Event.StepWaiting(node.path, Purpose.FORWARD, at, WaitReason.ROUND));
            } else {
                Forward.queue(draft, node);
            }
        }
        return null;
    }

    /**
     * Checks an output against the schema of its step. For a step with {@code forEach}, the schema applies to each
     * item.
     */
    static List<Problem> problems(Node node, Json output) {
        JsonSchema schema = node.step.output();
        if (schema == null) {
            return List.of();
        }
        return node.hasItems() ? problemsOfItems(schema, output) : schema.check("output", output);
    }

    private static List<Problem> problemsOfItems(JsonSchema schema, Json outputs) {
        List<Problem> problems = new ArrayList<>(LIST.check("output", outputs));
        if (problems.isEmpty()) {
            for (Json output : JsonElements.of(outputs)) {
                // Null is the output of an item that failed and was tolerated.
                if (!output.equals(Json.NULL) && problems.size() <= Failures.PROBLEMS_MAX) {
                    problems.addAll(schema.check("output", output));
                }
            }
        }
        return problems;
    }

    /** {@code min(maxDelay, delay * factor^(round - 1))}, in microseconds. */
    private static long delay(Repeat repeat, int round) {
        long max = Times.micros(repeat.maxDelay());
        double delay = Times.micros(repeat.delay()) * Math.pow(repeat.factor(), round - 1);
        return delay < max ? (long) delay : max;
    }
}
