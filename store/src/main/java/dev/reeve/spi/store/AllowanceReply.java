package dev.reeve.spi.store;

import java.time.Duration;
import java.util.List;

/**
 * The answer to an {@link AllowanceRequest}.
 *
 * @param applied false if the node is not registered, or has sent a later request: nothing was changed
 * @param marked the shards that have left the node and whose next owner has not counted the calls yet
 * @param grants the answer to each need, in order
 */
public record AllowanceReply(boolean applied, ShardSet marked, List<Grant> grants) {

    /** Nothing was changed. */
    public static final AllowanceReply REFUSED = new AllowanceReply(false, ShardSet.NONE, List.of());

    public AllowanceReply {
        grants = List.copyOf(grants);
    }

    /**
     * The answer to one need.
     *
     * @param calls how many more calls it may begin
     * @param share how many calls under way it should have at most while others wait; {@link Integer#MAX_VALUE} if
     *     nobody else waits
     * @param retry when a rate may have more; zero if that depends on other nodes only
     */
    public record Grant(int calls, int share, Duration retry) {

        /** Whether another node waits for the same limit. */
        public boolean isContested() {
            return share < Integer.MAX_VALUE;
        }
    }
}
