package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.ExecutionRow;
import java.util.Map;

/** The existing execution with the key of a start. */
public record Known(ExecutionId id, long digest, Map<String, String> labels) {

    public static Known of(ExecutionRow row) {
        return new Known(row.id(), row.digest(), row.labels());
    }
}
