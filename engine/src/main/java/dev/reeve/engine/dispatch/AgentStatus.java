package dev.reeve.engine.dispatch;

import java.time.Instant;
import java.util.SortedSet;

/**
 * How things stand with one session of an agent.
 *
 * @param name as the agent calls itself; several may share one
 * @param reference how histories name it; a new one after each registration
 * @param actions what it can do
 * @param slots how many attempts it takes at once
 * @param busy how many of these are taken
 * @param registeredAt by the store's clock
 * @param heardAt when it was last heard of
 */
public record AgentStatus(
        String name,
        String reference,
        AgentHealth health,
        SortedSet<String> actions,
        int slots,
        int busy,
        Instant registeredAt,
        Instant heardAt) {

    AgentStatus offline() {
        return new AgentStatus(name, reference, AgentHealth.OFFLINE, actions, slots, 0, registeredAt, heardAt);
    }
}
