package dev.reeve;

import java.time.Instant;
import java.util.SortedSet;

/**
 * The status of one session of an agent.
 *
 * @param name the agent's own name; several agents may share one
 * @param reference the name in histories; new after each registration
 * @param health whether it can take work, or why it cannot
 * @param actions the actions that it offers
 * @param slots maximum number of concurrent attempts
 * @param busy number of occupied slots
 * @param registeredAt by the store's clock
 * @param heardAt when the agent last communicated
 */
public record AgentStatus(
        String name,
        String reference,
        AgentHealth health,
        SortedSet<String> actions,
        int slots,
        int busy,
        Instant registeredAt,
        Instant heardAt) {}
