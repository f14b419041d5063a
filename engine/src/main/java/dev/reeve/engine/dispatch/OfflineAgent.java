package dev.reeve.engine.dispatch;

import java.util.SortedMap;

/**
 * An agent that went, or was not heard of any more, while it held attempts. These count as lost.
 *
 * @param name as the agent calls itself
 * @param held how many attempts it held, by action
 */
public record OfflineAgent(String name, SortedMap<String, Integer> held) {}
