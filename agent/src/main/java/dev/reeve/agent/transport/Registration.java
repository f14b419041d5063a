package dev.reeve.agent.transport;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an agent says of itself when it opens a session.
 *
 * @param agent its name, for people and for the history; 1 to 255 characters
 * @param actions what it can do (A1)
 * @param slots how many attempts it takes at once; at least 1
 */
public record Registration(String agent, Set<String> actions, int slots) {

    public Registration {
        // sorted, so that a node hands out work in the same order whatever the process
        actions = Collections.unmodifiableSet(new TreeSet<>(actions));
    }
}
