package dev.reeve.engine.scheduler;

import org.jspecify.annotations.Nullable;

/** Those whose room an execution takes: its workflow, its tenant, and an action that it waits for. The lane's thread only. */
final class Parties {

    private final Shares shares;
    private final Shares.Party workflow;
    private final Shares.Party tenant;
    private Shares.@Nullable Party action;
    private long bytes;

    private Parties(Shares shares, Shares.Party workflow, Shares.Party tenant, long bytes) {
        this.shares = shares;
        this.workflow = workflow;
        this.tenant = tenant;
        this.bytes = bytes;
    }

    /** Of an execution that is there from now on. */
    static Parties join(Shares shares, String workflow, String tenant, long bytes) {
        shares.add();
        return new Parties(shares, shares.joinWorkflow(workflow, bytes), shares.joinTenant(tenant, bytes), bytes);
    }

    /** It holds more, or less. */
    void grow(long change) {
        bytes += change;
        workflow.grow(change);
        tenant.grow(change);
        if (action != null) {
            action.grow(change);
        }
    }

    /** It waits for this action, perhaps among others; null if it waits for none. */
    void waitFor(@Nullable String name) {
        Shares.Party before = action;
        if (name != null && Shares.isOf(before, name)) {
            return;
        }
        action = name == null ? null : shares.joinAction(name, bytes);
        if (before != null) {
            shares.leave(before, bytes);
        }
    }

    /** It is gone. */
    void leave() {
        waitFor(null);
        shares.leave(workflow, bytes);
        shares.leave(tenant, bytes);
        shares.remove();
    }
}
