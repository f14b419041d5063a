package dev.reeve.spi.transport;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Describes an agent when it opens a session.
 *
 * @param agent the agent's name, for people and for the history; 1 to 255 characters
 * @param actions the actions that the agent performs
 * @param slots maximum number of concurrent attempts; at least 1
 */
public record Registration(String agent, Set<String> actions, int slots) {

    public Registration {
        // sorted, so that a node hands out work in the same order in every process
        actions = Collections.unmodifiableSet(new TreeSet<>(actions));
    }
}
