package dev.reeve.internal.core.rules;

import dev.reeve.CallTimes;
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
        Event.StepReady ready;
        try {
            ready = ready(draft, node);
        } catch (ExpressionException | StepTimes.Unusable e) {
            return EngineFailures.notProbed(failure, String.valueOf(e.getMessage()));
        }
        if (ready.input() != null && PayloadLimit.isTooLarge(ready.input())) {
            return EngineFailures.notProbed(failure, "its input is too large");
        }
        draft.emit(ready);
        return null;
    }

    /**
     * The event that queues the probe, with its input, which may be too large.
     *
     * @throws ExpressionException if the input cannot be computed
     * @throws StepTimes.Unusable if a duration or the name cannot be computed
     */
    static Event.StepReady ready(DecisionDraft draft, PlanNode node) throws StepTimes.Unusable {
        Template template = node.call(Purpose.PROBE).input();
        if (template == null && !node.isTimed(Purpose.PROBE) && !node.isNamed(Purpose.PROBE)) {
            return new Event.StepReady(node.path, Purpose.PROBE, null);
        }
        ExecutionScope scope = ExecutionScope.of(draft.state(), node);
        String name = StepNames.of(node, Purpose.PROBE, scope);
        Json input = template == null ? null : template.evaluate(scope);
        CallTimes times = StepTimes.ofCall(node, Purpose.PROBE, scope);
        return new Event.StepReady(node.path, Purpose.PROBE, input, null, times, name);
    }

    /** How the forward attempt ended that the probe was about. */
    static Failure lastFailure(DecisionDraft draft, PlanNode node) {
        Series forward =
                Objects.requireNonNull(draft.step(node).series(Purpose.FORWARD), "only what was tried is probed");
        return Objects.requireNonNull(forward.failure(), "only what failed is probed");
    }
}
