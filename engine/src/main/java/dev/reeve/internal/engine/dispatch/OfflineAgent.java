package dev.reeve.internal.engine.dispatch;

import java.util.SortedMap;

/**
 * An agent that left, or fell silent, while it held attempts. Its attempts count as lost.
 *
 * @param name the agent's own name
 * @param held number of attempts that it held, by action
 */
public record OfflineAgent(String name, SortedMap<String, Integer> held) {}
