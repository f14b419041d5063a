package dev.reeve.engine.dispatch;

import dev.reeve.core.CallLimit;
import dev.reeve.engine.runtime.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How things stand with calls that are counted together.
 *
 * @param allowed whether another one may begin
 * @param running how many are under way
 * @param waiting how many steps wait, for this limit or for an agent
 * @param next when the rate allows another one; null if it is not what is waited for
 */
public record LimitStatus(
        boolean allowed, int running, int waiting, @Nullable Instant next) {

    static LimitStatus of(Quota quota, CallLimit limit, Clock clock) {
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
