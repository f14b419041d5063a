package dev.reeve.core;

import dev.reeve.model.Rate;
import org.jspecify.annotations.Nullable;

/**
 * How many calls of an action may be made, and which of them are counted together.
 *
 * @param key calls of an action with the same key are counted together; null, which is a key as well, if the definition has none
 * @param concurrency how many may be under way at a time; 0 for any number
 * @param rate how many may begin in a length of time; null for any number
 */
public record CallLimit(
        @Nullable String key, int concurrency, @Nullable Rate rate) {

    /** How many characters a key may have. */
    public static final int KEY_LENGTH_MAX = 255;

    /** For people. */
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
