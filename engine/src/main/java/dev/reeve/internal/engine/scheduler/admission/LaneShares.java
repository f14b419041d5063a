package dev.reeve.internal.engine.scheduler.admission;

import dev.reeve.ReeveException;
import dev.reeve.SharingOptions;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts how much of the node's memory the executions of one lane take. Passes the sums on to {@link Shares} and
 * {@link HeldBytes} once for each batch: all lanes write there, and an update for every transition would cost a
 * twentieth of a lane's time. So other lanes see a change one batch later. Used by the lane's thread only.
 */
public final class LaneShares {

    private final Shares shares;
    private final HeldBytes held;
    private final Map<Shares.Kind, Map<String, Share>> mine = new EnumMap<>(Shares.Kind.class);
    private final List<Share> changed = new ArrayList<>();

    // Not passed on yet
    private long bytes;
    private long executions;

    /** The memory of this lane's executions that counts for one party of {@link Shares}. */
    final class Share {
        private final Map<String, Share> known;
        private final Shares.Kind kind;
        private final String name;
        private int holders;
        private boolean isChanged;

        // Not passed on yet
        private long executions;
        private long bytes;

        private Share(Map<String, Share> known, Shares.Kind kind, String name) {
            this.known = known;
            this.kind = kind;
            this.name = name;
        }

        String name() {
            return name;
        }

        private void change(int moreExecutions, long moreBytes) {
            holders += moreExecutions;
            executions += moreExecutions;
            bytes += moreBytes;
            if (!isChanged) {
                isChanged = true;
                changed.add(this);
            }
        }

        /** Adds an execution of this size. */
        Share join(long more) {
            change(1, more);
            return this;
        }

        void grow(long more) {
            change(0, more);
        }

        /** Removes an execution of this size. */
        void leave(long less) {
            change(-1, -less);
        }
    }

    public LaneShares(Shares shares, HeldBytes held) {
        this.shares = shares;
        this.held = held;
    }

    public SharingOptions options() {
        return shares.options();
    }

    /** Changes the number of executions. */
    void count(int more) {
        executions += more;
    }

    /** Changes the number of bytes. */
    public void grow(long more) {
        bytes += more;
    }

    Share of(Shares.Kind kind, String name) {
        Map<String, Share> known = mine.computeIfAbsent(kind, k -> new HashMap<>());
        return known.computeIfAbsent(name, n -> new Share(known, kind, n));
    }

    /**
     * Why this start must be refused now; null if it may proceed. Includes the sums that this lane has not passed on
     * yet.
     */
    public @Nullable ReeveException refusal(StartRequest request) {
        if (shares.mayBeFull(bytes, executions)) {
            handOver();
            return shares.refusal(request);
        }
        return null;
    }

    /** How many bytes must be freed; see {@link HeldBytes#excess}. */
    public long excess() {
        handOver();
        return held.excess();
    }

    /** Passes the sums on. */
    public void handOver() {
        for (Share share : changed) {
            shares.change(share.kind, share.name, share.executions, share.bytes);
            share.executions = 0;
            share.bytes = 0;
            share.isChanged = false;
            if (share.holders == 0) {
                share.known.remove(share.name);
            }
        }
        changed.clear();
        if (bytes != 0) {
            held.add(bytes);
            bytes = 0;
        }
        if (executions != 0) {
            shares.count(executions);
            executions = 0;
        }
    }
}
