package dev.reeve.spi.store;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of a limit that a node keeps, and how much more it wants.
 *
 * @param key the calls that share the limit
 * @param kept how many calls under way the node keeps: replaces the number in the store; zero for a rate
 * @param leaving those of {@code kept} whose executions have left the node, by shard. They stay while the store marks
 *     the shard with the node
 * @param spent the use of the last grant of a rate; null if there was none since the last request, or for calls under
 *     way
 * @param wanted how many more calls the node could begin
 * @param bound the limit
 * @param validity for how long the node could use a grant of a rate, counted from now: longer than the store takes to
 *     answer
 */
public record AllowanceNeed(
        AllowanceKey key,
        int kept,
        Map<Integer, Integer> leaving,
        @Nullable Spent spent,
        int wanted,
        int bound,
        Duration validity) {

    /** For a store that answers fast. */
    public AllowanceNeed(
            AllowanceKey key, int kept, Map<Integer, Integer> leaving, @Nullable Spent spent, int wanted, int bound) {
        this(key, kept, leaving, spent, wanted, bound, key.kind().validity());
    }

    public AllowanceNeed {
        leaving = Collections.unmodifiableMap(new TreeMap<>(leaving));
    }

    /**
     * The use of a grant of a rate. The rest is given back.
     *
     * @param calls how many calls began
     * @param after when the last one began, counted from the request for the grant
     */
    public record Spent(int calls, Duration after) {}
}
