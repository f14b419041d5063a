package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** How many requests each second an address and a key may send, and how much a caller may hold. Thread-safe. */
public final class RequestLimits {

    /** The highest limit that can be set. */
    public static final int PER_SECOND_MAX = 1_000_000;

    private final @Nullable TokenBuckets addresses;
    private final @Nullable TokenBuckets keys;

    private final LongSupplier nanos;
    private final CallerShares shares;

    private RequestLimits(
            @Nullable TokenBuckets addresses, @Nullable TokenBuckets keys, LongSupplier nanos, CallerShares shares) {
        this.addresses = addresses;
        this.keys = keys;
        this.nanos = nanos;
        this.shares = shares;
    }

    /** No limits of requests each second. A caller may hold half of the server. */
    public static RequestLimits none() {
        return new RequestLimits(null, null, () -> 0, CallerShares.HALF);
    }

    /**
     * Limits of addresses.
     *
     * @param requests each second, at most {@link #PER_SECOND_MAX}; 0 for no limit
     */
    public static RequestLimits perAddress(int requests, LongSupplier nanos) {
        return new RequestLimits(buckets(requests, nanos), null, nanos, CallerShares.HALF);
    }

    /** The same, with a limit of keys. */
    public RequestLimits perKey(int requests) {
        return new RequestLimits(addresses, buckets(requests, nanos), nanos, shares);
    }

    /** The same, with other shares. */
    public RequestLimits withShares(CallerShares wanted) {
        return new RequestLimits(addresses, keys, nanos, wanted);
    }

    /** How much of the server a caller may hold. */
    CallerShares shares() {
        return shares;
    }

    private static @Nullable TokenBuckets buckets(int requests, LongSupplier nanos) {
        return requests == 0 ? null : new TokenBuckets(requests, nanos);
    }

    /** Counts a request of an address. */
    void addressSends(String address) {
        if (addresses != null) {
            check(addresses.take(Addresses.sender(address)), "this address");
        }
    }

    /** Counts a request of a key. */
    void keySends(String name) {
        if (keys != null) {
            check(keys.take(name), "this caller");
        }
    }

    /**
     * Refuses a request for which there is no token.
     *
     * @throws HttpException 429 if there is something to wait for
     */
    public static void check(Duration wait, String sender) {
        if (!wait.isZero()) {
            long seconds = Math.max(1, wait.plusNanos(999_999_999).toSeconds());
            throw HttpException.of(
                            429,
                            ErrorCode.OVERLOADED,
                            "too many requests of %s: send fewer each second".formatted(sender))
                    .with("Retry-After", Long.toString(seconds));
        }
    }
}
