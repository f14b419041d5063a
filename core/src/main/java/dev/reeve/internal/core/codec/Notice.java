package dev.reeve.internal.core.codec;

import dev.reeve.AttemptToken;
import dev.reeve.internal.core.state.Work;

/**
 * A message between the owner of executions and the node of an agent that performs their steps. An agent is named as in
 * histories.
 */
public sealed interface Notice {

    // From the owner

    /**
     * The owner has steps for an action, and no agent of its own.
     *
     * @param slots how many unused slots it wants to have; 0 for none any more
     */
    record Want(String action, int slots) implements Notice {}

    /** The owner does not need some of the unused slots that it has. */
    record Return(String agent, String action, int slots) implements Notice {}

    /**
     * An attempt for an agent.
     *
     * @param work with its token and its complete-by
     * @param again whether it may have been handed out before: it takes no slot that was lent
     */
    record HandOut(String agent, String workflow, Work work, boolean again) implements Notice {}

    /** The result of an attempt is no longer needed. */
    record Cancel(String agent, AttemptToken token) implements Notice {}

    /** An attempt does not count any more: its slot is free. */
    record Forget(String agent, AttemptToken token) implements Notice {}

    // From the agent's node

    /**
     * An agent offers an action, and the owner has more of its slots.
     *
     * @param slots 0 if none is free
     */
    record Lend(String agent, String action, int slots) implements Notice {}

    /** An agent takes no more work. The owner returns its unused slots. */
    record Recall(String agent) implements Notice {}

    /** An agent's session is over. */
    record Gone(String agent) implements Notice {}

    // From both

    /**
     * Lets the receiver find out that the store has lost a notice.
     *
     * @param notices how many notices the sender has sent before this one, each since it is registered
     * @param repeated whether it has sent some again, which the receiver may have read and removed before
     */
    record Tally(long notices, boolean repeated) implements Notice {}
}
