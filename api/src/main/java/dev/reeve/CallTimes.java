package dev.reeve;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The durations of a call that its definition gives as expressions. They are computed when the step becomes ready, and
 * stay for all attempts.
 *
 * @param completeBy timeout of one attempt, or of a child; null if the definition gives a literal or nothing
 * @param startBy how long the step may wait for an agent; null as above
 * @param backoff the upper bound of the first delay between attempts; null as above
 * @param maxBackoff the maximum of the bound; null as above
 */
public record CallTimes(
        @Nullable Duration completeBy,
        @Nullable Duration startBy,
        @Nullable Duration backoff,
        @Nullable Duration maxBackoff) {}
