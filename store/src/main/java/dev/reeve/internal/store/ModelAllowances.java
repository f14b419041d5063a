package dev.reeve.internal.store;

import dev.reeve.spi.store.AllowanceKey;
import dev.reeve.spi.store.AllowanceNeed;
import dev.reeve.spi.store.AllowanceReply;
import dev.reeve.spi.store.AllowanceRequest;
import dev.reeve.spi.store.AllowanceRow;
import dev.reeve.spi.store.AllowanceRule;
import dev.reeve.spi.store.ShardSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The allowances of the nodes, in a {@link ModelStore}. */
final class ModelAllowances {

    private final Map<AllowanceKey, List<AllowanceRow>> rows = new HashMap<>();
    private final Map<String, Long> last = new HashMap<>();

    /** @param counting notes that calls of these shards are counted, and returns the marks of all shards */
    AllowanceReply exchange(
            String node,
            AllowanceRequest request,
            Set<String> registered,
            Function<ShardSet, Map<Integer, Set<String>>> counting,
            Instant now) {
        last.keySet().retainAll(registered);
        if (!registered.contains(node) || last.getOrDefault(node, Long.MIN_VALUE) >= request.number()) {
            return AllowanceReply.REFUSED;
        }
        last.put(node, request.number());
        Map<Integer, Set<String>> former = counting.apply(request.counted());
        Set<String> marks = new HashSet<>();
        former.values().forEach(marks::addAll);
        ShardSet marked = ShardSet.of(former.entrySet().stream()
                .filter(entry -> entry.getValue().contains(node))
                .map(Map.Entry::getKey)
                .toList());
        AllowanceRule.Context context =
                new AllowanceRule.Context(node, Set.copyOf(registered), marks, !marks.contains(""), marked, now);
        List<AllowanceReply.Grant> grants = new ArrayList<>();
        for (AllowanceNeed need : request.needs()) {
            AllowanceRule.Outcome outcome =
                    AllowanceRule.decide(need, rows.getOrDefault(need.key(), List.of()), context);
            rows.put(need.key(), outcome.rows());
            if (outcome.rows().isEmpty()) {
                rows.remove(need.key());
            }
            grants.add(outcome.grant());
        }
        return new AllowanceReply(true, marked, grants);
    }
}
