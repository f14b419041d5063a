package dev.reeve.internal.engine.dispatch.breaker;

import dev.reeve.RetryOptions;
import java.util.concurrent.TimeUnit;

/**
 * Prevents retry storms: limits the retries of a struggling action, which wait behind first attempts meanwhile. A token
 * bucket. Each first attempt adds a fraction of a token, and so does time. A retry takes one token, and gives it back
 * unless it fails. A healthy service thus gets all retries, and a failing one gets only a limited share of additional
 * calls. Not thread-safe.
 *
 * @see <a
 * href="https://github.com/grpc/proposal/blob/master/A6-client-retries.md#throttling-retry-attempts-and-hedged-rpcs">
 *     gRPC: retry throttling, where success refills</a>
 * @see <a href="https://twitter.github.io/finagle/guide/Clients.html#retries">Finagle: retry budget, a share of the
 *     requests and a minimum for each second</a>
 */
public final class RetryBudget {

    private final RetryOptions options;
    private double tokens;
    private long refilledNanos;

    public RetryBudget(RetryOptions options, long nanos) {
        this.options = options;
        this.tokens = options.burst();
        this.refilledNanos = nanos;
    }

    public boolean allowsRetry() {
        return tokens >= 1;
    }

    /** An attempt is handed out. */
    public void begin(boolean retry) {
        put(retry ? -1 : options.share());
    }

    /** A retry did not fail, or did not take place. */
    public void giveBack() {
        put(1);
    }

    /** Time has passed. */
    public void tick(long nanos) {
        put(options.perSecond() * (nanos - refilledNanos) / TimeUnit.SECONDS.toNanos(1));
        refilledNanos = nanos;
    }

    private void put(double more) {
        tokens = Math.min(options.burst(), tokens + more);
    }
}
