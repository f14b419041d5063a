package dev.reeve.spi.store;

import java.time.Instant;

/**
 * The part of a limit that a node has, as it is stored.
 *
 * @param node the node; empty for calls that have begun under a rate
 * @param until when the grant of a rate ends, or a time after its last use; {@link #FOREVER} for calls under way
 * @param calls how many calls
 * @param wanted how many more the node waits for
 * @param turn when the node last got some, for the order of those who wait
 * @param at when the row was written
 */
public record AllowanceRow(String node, Instant until, int calls, int wanted, Instant turn, Instant at) {

    /** For calls that count until they end. */
    public static final Instant FOREVER = Instant.parse("9999-01-01T00:00:00Z");
}
