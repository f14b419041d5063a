package dev.reeve;

import java.util.List;

/**
 * The recovery inbox: executions that need a person, grouped by failure. A service that fails for all its callers is
 * one group rather than ten thousand entries.
 *
 * @param groups the group with the most steps first
 * @param unoffered actions that steps wait for and no agent has offered for a while, by action: start an agent for each
 * @param executions the number of escalated executions examined, the newest first
 * @param more whether further escalated executions were not examined
 * @param unreadable examined executions whose history is damaged; each needs a person
 */
public record Inbox(
        List<InboxGroup> groups,
        List<UnofferedAction> unoffered,
        int executions,
        boolean more,
        List<ExecutionId> unreadable) {

    /** Default number of executions to examine. */
    public static final int EXECUTIONS_DEFAULT = 1_000;

    /** Maximum number of executions to examine. */
    public static final int EXECUTIONS_MAX = 100_000;

    public Inbox {
        groups = List.copyOf(groups);
        unoffered = List.copyOf(unoffered);
        unreadable = List.copyOf(unreadable);
    }
}
