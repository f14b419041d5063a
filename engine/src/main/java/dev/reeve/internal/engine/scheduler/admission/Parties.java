package dev.reeve.internal.engine.scheduler.admission;

import org.jspecify.annotations.Nullable;

/**
 * The parties whose room an execution takes: its workflow, its tenant, and an action that it waits for. Used by the
 * lane's thread only.
 */
public final class Parties {

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

    /** The parties of a new execution. */
    public static Parties join(LaneShares shares, String workflow, String tenant, long bytes) {
        shares.count(1);
        return new Parties(
                shares,
                shares.of(Shares.Kind.WORKFLOW, workflow).join(bytes),
                shares.of(Shares.Kind.TENANT, tenant).join(bytes),
                bytes);
    }

    /** Changes its size. */
    public void grow(long change) {
        bytes += change;
        workflow.grow(change);
        tenant.grow(change);
        if (action != null) {
            action.grow(change);
        }
    }

    /** Sets the action that it waits for, perhaps among others; null if it waits for none. */
    public void waitFor(@Nullable String name) {
        LaneShares.Share before = action;
        if (before == null ? name == null : before.name().equals(name)) {
            return;
        }
        action = name == null ? null : shares.of(Shares.Kind.ACTION, name).join(bytes);
        if (before != null) {
            before.leave(bytes);
        }
    }

    /** Removes the execution. */
    public void leave() {
        waitFor(null);
        workflow.leave(bytes);
        tenant.leave(bytes);
        shares.count(-1);
    }
}
