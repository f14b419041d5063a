package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import java.util.List;

/**
 * What was loaded at once.
 *
 * @param executions in no particular order
 * @param left those of the executions asked for that did not fit any more; the caller asks for them again.
 *     All of them, if one alone is too large
 */
public record Loaded(List<StoredExecution> executions, List<ExecutionId> left) {

    /** Everything that was asked for. */
    public static Loaded all(List<StoredExecution> executions) {
        return new Loaded(executions, List.of());
    }
}
