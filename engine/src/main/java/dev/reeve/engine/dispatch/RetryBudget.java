package dev.reeve.engine.dispatch;

import java.util.concurrent.TimeUnit;

/**
 * Keeps retries from becoming a storm: of an action that struggles only so many are handed out, and the others wait behind
 * first attempts. A bucket of tokens. Each first attempt puts a part of one in, and so does time; a retry takes one out, and
 * gives it back unless it fails. So a healthy service gets all the retries that there are, and one that fails gets at most a
 * share more than without any. Not thread-safe.
 *
 * @see <a href="https://github.com/grpc/proposal/blob/master/A6-client-retries.md#throttling-retry-attempts-and-hedged-rpcs">gRPC: retry
 *     throttling, where success refills</a>
 * @see <a href="https://twitter.github.io/finagle/guide/Clients.html#retries">Finagle: retry budget, a share of the requests and a
 *     minimum for each second</a>
 */
final class RetryBudget {

    private final RetryOptions options;
    private double tokens;
    private long refilledNanos;

    RetryBudget(RetryOptions options, long nanos) {
        this.options = options;
        this.tokens = options.burst();
        this.refilledNanos = nanos;
    }

    boolean allowsRetry() {
        return tokens >= 1;
    }

    /** Something is handed out. */
    void begin(boolean retry) {
        put(retry ? -1 : options.share());
    }

    /** A retry did not fail, or did not come about. */
    void giveBack() {
        put(1);
    }

    /** Time has passed. */
    void tick(long nanos) {
        put(options.perSecond() * (nanos - refilledNanos) / TimeUnit.SECONDS.toNanos(1));
        refilledNanos = nanos;
    }

    private void put(double more) {
        tokens = Math.min(options.burst(), tokens + more);
    }
}
