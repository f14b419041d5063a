package dev.reeve;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An execution in one line.
 *
 * @param id its id
 * @param key the caller's own id; null if none was given
 * @param workflow the name of its workflow
 * @param version the version of its workflow
 * @param action what a job calls; null if it is not a job, see {@link Reeve#run}
 * @param status its status
 * @param priority steps of a higher priority are handed out first, -1,000 to 1,000
 * @param labels those of the definition and of the start
 * @param startedAt by the store's clock
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
