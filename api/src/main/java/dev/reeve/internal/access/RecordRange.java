package dev.reeve.internal.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A part of the record. Immutable.
 *
 * @param from the first instant
 * @param before the instant after the last one
 * @param cursor where the previous page ended; null for the first page
 * @param limit maximum number of calls
 */
public record RecordRange(
        Instant from, Instant before, @Nullable String cursor, int limit) {

    public boolean has(Instant at) {
        return !at.isBefore(from) && at.isBefore(before);
    }
}
