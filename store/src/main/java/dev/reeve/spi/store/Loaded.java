package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.util.List;

/**
 * The result of one load.
 *
 * @param executions in no particular order
 * @param left those of the requested executions that did not fit; the caller requests them again. All of them, if the
 *     first one alone is too large
 */
public record Loaded(List<StoredExecution> executions, List<ExecutionId> left) {

    /** A result with every requested execution. */
    public static Loaded all(List<StoredExecution> executions) {
        return new Loaded(executions, List.of());
    }
}
