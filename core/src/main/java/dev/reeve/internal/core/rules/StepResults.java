package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.Rounds;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.values.Times;
import dev.reeve.workflow.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handles the successful result of a step. */
final class StepResults {

    private StepResults() {}

    /**
     * Completes the step, unless another round follows.
     *
     * @param attempt the forward attempt that did it
     * @return why the result cannot be used; null if it was used
     */
    static @Nullable Failure accept(DecisionDraft draft, PlanNode node, int attempt, Json output) {
        List<Problem> problems = DataChecks.ofOutput(node, output);
        if (!problems.isEmpty()) {
            return EngineFailures.outputInvalid(problems);
        }
        Repeat repeat = node.step.repeat();
        // A result that comes while the execution is compensated, or does not need it, starts no further round.
        if (repeat == null
                || !draft.state().phase.goesForward()
                || !draft.state().isNeeded(node)) {
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
            StepFailures.failWithoutAttempt(draft, node, EngineFailures.expression("until", e));
            return null;
        }
        if (enough) {
            draft.emitSettled(node, new Event.StepCompleted(node.path, attempt, output));
            return null;
        }
        draft.emit(new Event.RoundEnded(node.path, attempt, output));
        Failure exhausted = EngineFailures.roundsExhausted(round);
        if (round - forgiven >= repeat.max()) {
            StepFailures.failWithoutAttempt(draft, node, exhausted);
        } else if (draft.state().events >= draft.state().historyMax()) {
            StepFailures.failWithoutAttempt(
                    draft,
                    node,
                    EngineFailures.historyTooLong(
                            draft.state().events, draft.state().historyMax(), exhausted));
        } else {
            Instant at;
            try {
                ExecutionScope scope = ExecutionScope.ofRound(draft.state(), node, round, output);
                at = Times.plusMicros(draft.now(), delay(node, repeat, round - forgiven, scope));
            } catch (StepTimes.Unusable e) {
                StepFailures.failWithoutAttempt(draft, node, e.failure());
                return null;
            }
            if (at.isAfter(draft.now())) {
                draft.emit(new Event.StepWaiting(node.path, Purpose.FORWARD, at, WaitReason.ROUND));
            } else {
                StepQueue.queue(draft, node);
            }
        }
        return null;
    }

    /** {@code min(maxDelay, delay * factor^(round - 1))}, in microseconds. */
    private static long delay(PlanNode node, Repeat repeat, int round, ExecutionScope scope) throws StepTimes.Unusable {
        Duration first = StepTimes.of(node, ComputedTimes.DELAY, repeat.delay(), scope);
        // As in a definition, a first delay beyond the maximum raises it, unless the maximum is computed too.
        Duration otherwise = first.compareTo(repeat.maxDelay()) > 0 ? first : repeat.maxDelay();
        long max = Times.micros(StepTimes.of(node, ComputedTimes.MAX_DELAY, otherwise, scope));
        double delay = Times.micros(first) * Math.pow(repeat.factor(), round - 1);
        return delay < max ? (long) delay : max;
    }
}
