package dev.reeve.internal.engine.postgresql;

import dev.reeve.JdbcReeve;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Agents that book and ship orders, and count what each of them books. Thread-safe. */
final class OrderAgents {

    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();

    void start(JdbcReeve reeve, String name, int slots) {
        reeve.agent(name)
                .slots(slots)
                .action("order.book", String.class, (order, step) -> {
                    calls.computeIfAbsent(name, key -> new AtomicInteger()).incrementAndGet();
                    return order;
                })
                .action("order.ship", Object.class, (nothing, step) -> "shipped")
                .start();
    }

    /** The orders that this agent has booked. */
    int calls(String agent) {
        return calls.getOrDefault(agent, new AtomicInteger()).get();
    }
}
