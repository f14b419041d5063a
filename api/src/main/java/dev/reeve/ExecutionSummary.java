package dev.reeve;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An execution in one line.
 *
 * @param key the caller's own id; null if none was given
 * @param action what a job calls; null if it is not a job, see {@link Reeve#run}
 * @param endedAt null while the execution is open
 * @param error the problem, in one line; null if none
 */
public record ExecutionSummary(
        ExecutionId id,
        @Nullable String key,
        String workflow,
        int version,
        @Nullable String action,
        ExecutionStatus status,
        int priority,
        Map<String, String> labels,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String error) {}
