package dev.reeve.simulation.crash;

import dev.reeve.agent.StepContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The services outside, which do not die with the engine: what was really done, by action and idempotency key.
 * Thread-safe.
 */
final class World {

    private final Map<String, Map<String, Integer>> calls = new LinkedHashMap<>();

    /** In the order of happening, each action once for each time that it was asked for. */
    private final List<String> order = new ArrayList<>();

    /** An action is performed. @return how often it was, with this key, this time included */
    synchronized int perform(StepContext step) {
        order.add(step.action());
        return calls.computeIfAbsent(step.action(), action -> new LinkedHashMap<>())
                .merge(step.idempotencyKey(), 1, Integer::sum);
    }

    /** How often it was asked for. */
    synchronized int times(String action) {
        return calls.getOrDefault(action, Map.of()).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    /** The keys with which it was asked for. */
    synchronized Set<String> keys(String action) {
        return new TreeSet<>(calls.getOrDefault(action, Map.of()).keySet());
    }

    synchronized Set<String> actions() {
        return new TreeSet<>(calls.keySet());
    }

    synchronized List<String> order() {
        return List.copyOf(order);
    }
}
