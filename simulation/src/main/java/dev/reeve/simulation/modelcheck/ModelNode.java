package dev.reeve.simulation.modelcheck;

import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.simulation.modelcheck.ModelEvent.Kind;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/**
 * A node of an exploration.
 *
 * @param used number of past transitions of each limited kind
 */
record ModelNode(ExecutionState state, Instant now, Map<Kind, Integer> used) {

    int used(Kind kind) {
        return used.getOrDefault(kind, 0);
    }

    ModelNode at(Instant later) {
        return new ModelNode(state, later, used);
    }

    ModelNode after(ExecutionState next) {
        return new ModelNode(next, now, used);
    }

    /** As {@link #after}, with one more transition of this kind. */
    ModelNode after(ExecutionState next, Kind kind) {
        Map<Kind, Integer> more = new EnumMap<>(Kind.class);
        more.putAll(used);
        more.merge(kind, 1, Integer::sum);
        return new ModelNode(next, now, more);
    }
}
