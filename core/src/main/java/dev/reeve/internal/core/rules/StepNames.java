package dev.reeve.internal.core.rules;

import dev.reeve.Purpose;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.model.definition.ComputedName;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Computes the names of actions and workflows that their definition gives as expressions. The history keeps the
 * results, so a decision never computes them again.
 */
final class StepNames {

    private StepNames() {}

    /** The name for the calls for a purpose; null if it is a literal. */
    static @Nullable String of(PlanNode node, Purpose purpose, Scope scope) throws StepTimes.Unusable {
        ComputedName computed = node.isNamed(purpose) ? node.call(purpose).name() : null;
        if (computed == null) {
            return null;
        }
        String where = where(node, purpose);
        String name;
        try {
            name = computed.name().evaluateText(scope);
        } catch (ExpressionException e) {
            throw new StepTimes.Unusable(EngineFailures.expression(where, e));
        }
        if (!computed.oneOf().contains(name)) {
            throw new StepTimes.Unusable(EngineFailures.nameNotListed(where, name, computed.oneOf()));
        }
        return name;
    }

    private static String where(PlanNode node, Purpose purpose) {
        return switch (purpose) {
            case FORWARD -> node.child == null ? "the action" : "the workflow";
            case PROBE -> "the action of the probe";
            case COMPENSATION -> "the action of the compensation";
        };
    }
}
