package dev.reeve.simulation.modelcheck;

import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.simulation.modelcheck.Happening.Kind;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/**
 * A node of an exploration.
 *
 * @param used number of past transitions of each limited kind
 */
record Situation(ExecutionState state, Instant now, Map<Kind, Integer> used) {

    int used(Kind kind) {
        return used.getOrDefault(kind, 0);
    }

    Situation at(Instant later) {
        return new Situation(state, later, used);
    }

    Situation after(ExecutionState next) {
        return new Situation(next, now, used);
    }

    /** As {@link #after}, with one more transition of this kind. */
    Situation after(ExecutionState next, Kind kind) {
        Map<Kind, Integer> more = new EnumMap<>(Kind.class);
        more.putAll(used);
        more.merge(kind, 1, Integer::sum);
        return new Situation(next, now, more);
    }
}
