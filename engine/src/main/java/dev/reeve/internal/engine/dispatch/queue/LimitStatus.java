package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.CallLimit;
import dev.reeve.internal.engine.runtime.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of calls that are counted together.
 *
 * @param allowed whether another call may begin
 * @param running number of calls under way
 * @param waiting number of steps that wait, for this limit or for an agent
 * @param next when the rate allows another call; null if the rate is not the obstacle
 */
public record LimitStatus(
        boolean allowed, int running, int waiting, @Nullable Instant next) {

    public static LimitStatus of(Quota quota, CallLimit limit, Clock clock) {
        long nanos = clock.nanos();
        long next = quota.nextNanos(limit, nanos);
        return new LimitStatus(
                quota.allows(limit, nanos),
                quota.running(),
                quota.waiting(),
                next == Long.MAX_VALUE
                        ? null
                        : Instant.ofEpochMilli(
                                clock.now().plusNanos(next - nanos).toEpochMilli()));
    }
}
