package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param executions the newest first
 * @param next the cursor of the next page; absent on the last one
 */
public record PageDocument(
        List<ExecutionListDocument.Item> executions,
        @Nullable String next) implements Document {

    private static final String SEPARATOR = "~";

    /** The cursor of the page after this execution. Only the server and its client know that it has parts. */
    public static String cursor(Instant startedAt, ExecutionId id) {
        return startedAt + SEPARATOR + id;
    }

    /** The parts of a cursor: a time and an id, if it is one. */
    public static String[] parts(String cursor) {
        return cursor.split(SEPARATOR, -1);
    }
}
