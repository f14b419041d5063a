package dev.reeve;

import dev.reeve.workflow.Rate;
import org.jspecify.annotations.Nullable;

/**
 * A limit on the calls of an action, with the key that groups the calls it counts.
 *
 * @param key calls of an action with the same key are counted together; null if the definition has no key: all such
 *     calls share one count
 * @param concurrency the maximum number of concurrent calls; 0 for no maximum
 * @param rate the maximum number of calls that may start in a period; null for no maximum
 */
public record CallLimit(
        @Nullable String key, int concurrency, @Nullable Rate rate) {

    /** The maximum length of a key, in characters. */
    public static final int KEY_LENGTH_MAX = 255;

    /** Text for people. */
    @Override
    public String toString() {
        String many = concurrency == 0 ? "" : concurrency + " at a time";
        String often = rate == null ? "" : rate.toString();
        return "%s%s%s, %s"
                .formatted(
                        many,
                        many.isEmpty() || often.isEmpty() ? "" : " and ",
                        often,
                        key == null ? "all calls together" : "for key '" + key + "'");
    }
}
