package dev.reeve.spi.store;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls that share a limit which holds over all nodes.
 *
 * @param action the action that is called
 * @param kind the calls that count
 * @param key the key of the calls; null if the limit has none
 */
public record AllowanceKey(
        String action, Kind kind, @Nullable String key) {

    /** The calls that a limit counts. */
    public enum Kind {
        /** The calls under way. */
        CONCURRENCY(Duration.ZERO),
        /** The calls that began within a second. */
        SECOND(Duration.ofSeconds(1)),
        /** The calls that began within a minute. */
        MINUTE(Duration.ofMinutes(1)),
        /** The calls that began within an hour. */
        HOUR(Duration.ofHours(1)),
        /** The calls that began within a day. */
        DAY(Duration.ofDays(1));

        /** A store that answers as late as this still gets calls of a rate to begin. */
        private static final Duration SLOW = Duration.ofSeconds(10);

        private final Duration period;

        Kind(Duration period) {
            this.period = period;
        }

        /** How long a call counts after it began; zero if it counts until it ends. */
        public Duration period() {
            return period;
        }

        /** For how long a node uses a grant of a rate if the store answers fast; zero for {@link #CONCURRENCY}. */
        public Duration validity() {
            return period.dividedBy(8);
        }

        /** For how long a node may use a grant of a rate at most; zero for {@link #CONCURRENCY}. */
        public Duration validityMax() {
            return this == CONCURRENCY ? Duration.ZERO : Collections.max(List.of(period, SLOW));
        }
    }
}
