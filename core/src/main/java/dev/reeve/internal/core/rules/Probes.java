package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Template;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Queues probes, which ask the service for the outcome of a step in doubt (V5).
 */
final class Probes {

    private Probes() {}

    /**
     * Queues the probe for an agent.
     *
     * @param failure how the forward attempt ended that the probe is about
     * @return null if the probe is queued; the failure with the reason if its input cannot be computed, in which case
     *     the step is handled as if the answer were unknown
     */
    static @Nullable Failure begin(DecisionDraft draft, PlanNode node, Failure failure) {
        Json input;
        try {
            input = input(draft, node);
        } catch (ExpressionException e) {
            return EngineFailures.notProbed(failure, String.valueOf(e.getMessage()));
        }
        if (input != null && PayloadLimit.isTooLarge(input)) {
            return EngineFailures.notProbed(failure, "its input is too large");
        }
        draft.emit(new Event.StepReady(node.path, Purpose.PROBE, input));
        return null;
    }

    /**
     * The input of the probe; null for the input of the step.
     *
     * @throws ExpressionException if it cannot be computed
     */
    static @Nullable Json input(DecisionDraft draft, PlanNode node) {
        Template template = node.call(Purpose.PROBE).input();
        return template == null ? null : template.evaluate(ExecutionScope.of(draft.state(), node));
    }

    /** How the forward attempt ended that the probe was about. */
    static Failure lastFailure(DecisionDraft draft, PlanNode node) {
        Series forward =
                Objects.requireNonNull(draft.step(node).series(Purpose.FORWARD), "only what was tried is probed");
        return Objects.requireNonNull(forward.failure(), "only what failed is probed");
    }
}
