package dev.reeve.internal.agent;

import dev.reeve.spi.transport.BusyNodeException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delay before an unresponsive node is retried: exponential with full jitter (R20, R43). Used by the agent's thread
 * only.
 */
final class ReconnectBackoff {

    static final long FIRST = TimeUnit.MILLISECONDS.toNanos(100);
    static final long MAX = TimeUnit.SECONDS.toNanos(5);

    private static final Logger LOG = LoggerFactory.getLogger(ReconnectBackoff.class);

    private final String agent;
    private final AgentSurroundings surroundings;
    private int failures;
    private long retryAt;

    ReconnectBackoff(String agent, AgentSurroundings surroundings) {
        this.agent = agent;
        this.surroundings = surroundings;
    }

    /**
     * @param most maximum delay that the held attempts allow, if less than the usual one
     */
    void failed(long now, long most, String what, @Nullable Throwable error) {
        failures++;
        long bound = Math.min(Math.min(MAX, Math.max(FIRST, most)), FIRST << Math.min(failures - 1, 10));
        retryAt = now + asked(error) + surroundings.random().nextLong(1, bound + 1);
        long millis = TimeUnit.NANOSECONDS.toMillis(retryAt - now);
        if (failures == 1) {
            LOG.warn("{}, retrying until it works: agent={} next in {} ms", what, agent, millis, error);
        } else {
            LOG.debug("{}: agent={} failures={} next in {} ms", what, agent, failures, millis, error);
        }
    }

    /** How long the node asked to wait, and up to half as long again, so that the agents do not return together. */
    private long asked(@Nullable Throwable error) {
        if (!(error instanceof BusyNodeException busy) || !busy.retryAfter().isPositive()) {
            return 0;
        }
        long nanos = TimeUnit.NANOSECONDS.convert(busy.retryAfter());
        return nanos + surroundings.random().nextLong(nanos / 2 + 1);
    }

    void answered() {
        if (failures > 0) {
            LOG.info("node answers again: agent={} failures={}", agent, failures);
            failures = 0;
        }
    }

    boolean isFailing() {
        return failures > 0;
    }

    /** Nothing is sent before this time. */
    long retryAt() {
        return retryAt;
    }
}
