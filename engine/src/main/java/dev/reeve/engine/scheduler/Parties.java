package dev.reeve.engine.scheduler;

import org.jspecify.annotations.Nullable;

/** Those whose room an execution takes: its workflow, its tenant, and an action that it waits for. The lane's thread only. */
final class Parties {

    private final LaneShares shares;
    private final LaneShares.Share workflow;
    private final LaneShares.Share tenant;
    private LaneShares.@Nullable Share action;
    private long bytes;

    private Parties(LaneShares shares, LaneShares.Share workflow, LaneShares.Share tenant, long bytes) {
        this.shares = shares;
        this.workflow = workflow;
        this.tenant = tenant;
        this.bytes = bytes;
    }

    /** Of an execution that is there from now on. */
    static Parties join(LaneShares shares, String workflow, String tenant, long bytes) {
        shares.count(1);
        return new Parties(
                shares,
                shares.of(Shares.Kind.WORKFLOW, workflow).join(bytes),
                shares.of(Shares.Kind.TENANT, tenant).join(bytes),
                bytes);
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
        LaneShares.Share before = action;
        if (before == null ? name == null : before.name().equals(name)) {
            return;
        }
        action = name == null ? null : shares.of(Shares.Kind.ACTION, name).join(bytes);
        if (before != null) {
            before.leave(bytes);
        }
    }

    /** It is gone. */
    void leave() {
        waitFor(null);
        workflow.leave(bytes);
        tenant.leave(bytes);
        shares.count(-1);
    }
}
