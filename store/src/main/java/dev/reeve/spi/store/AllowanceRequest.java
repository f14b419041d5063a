package dev.reeve.spi.store;

import java.util.List;

/**
 * The parts of limits over all nodes that a node keeps, and that it wants.
 *
 * @param number higher than in each earlier request of the node. A request that is late has no effect
 * @param counted shards of the node whose calls under way are all counted in this request or an earlier one
 * @param needs at most one for each key
 */
public record AllowanceRequest(long number, ShardSet counted, List<AllowanceNeed> needs) {

    public AllowanceRequest {
        needs = List.copyOf(needs);
    }
}
