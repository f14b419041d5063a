package dev.reeve.engine.client;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.store.UnofferedAction;
import java.util.List;

/**
 * What needs a person, grouped by what went wrong: a service that fails for everybody is one group, and not ten thousand
 * entries (O5).
 *
 * @param groups the one with the most steps first
 * @param unoffered actions that no agent has offered for a while although steps wait for them, by action: somebody must start one
 * @param executions how many escalated executions were looked at: the newest
 * @param more whether there are more that were not looked at
 * @param unreadable of those that were looked at, the ones whose history is damaged; a person must look at it
 */
public record Inbox(
        List<InboxGroup> groups,
        List<UnofferedAction> unoffered,
        int executions,
        boolean more,
        List<ExecutionId> unreadable) {

    /** How many executions are looked at if nobody says. */
    public static final int EXECUTIONS_DEFAULT = 1_000;

    /** How many executions may be looked at. */
    public static final int EXECUTIONS_MAX = 100_000;

    public Inbox {
        groups = List.copyOf(groups);
        unoffered = List.copyOf(unoffered);
        unreadable = List.copyOf(unreadable);
    }
}
