package dev.reeve.spi.store;

import java.util.List;

/**
 * What a node keeps and wants of limits that hold over all nodes.
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
