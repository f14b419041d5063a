package dev.reeve.internal.server.oidc;

import dev.reeve.ErrorCode;
import dev.reeve.internal.http.HttpException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of an issuer, as they were read last. A request with a known key never waits. At most one read runs at a
 * time, and reads keep a distance from each other, so that neither unknown keys nor an issuer that is away cause many.
 * Thread-safe.
 */
final class IssuerKeys {

    /** Older keys are read again while requests continue with them. */
    static final Duration FRESH = Duration.ofMinutes(10);

    /** Older keys are not used any more: the issuer may have withdrawn them. */
    static final Duration KEPT = Duration.ofHours(1);

    /** From a good read to the next one for an unknown key. */
    static final Duration PAUSE = Duration.ofSeconds(30);

    /** From a failed read to the next one. */
    static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);

    /** Requests that wait for a read. The others are refused at once. */
    static final int WAITING_MAX = 100;

    private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);

    private record Read(long at, List<SigningKey> keys) {

        List<SigningKey> find(String id) {
            return keys.stream().filter(key -> key.id().equals(id)).toList();
        }
    }

    private final Supplier<CompletableFuture<List<SigningKey>>> issuer;
    private final Duration patience;
    private final LongSupplier nanos;
    private final Semaphore waiting = new Semaphore(WAITING_MAX);
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Read last;

    // guarded by the lock
    private @Nullable CompletableFuture<Read> running;
    private long nextAt;
    private boolean failed;

    /**
     * @param issuer reads the keys
     * @param patience of a request that waits for a read
     */
    IssuerKeys(Supplier<CompletableFuture<List<SigningKey>>> issuer, Duration patience, LongSupplier nanos) {
        this.issuer = issuer;
        this.patience = patience;
        this.nanos = nanos;
        this.nextAt = nanos.getAsLong();
    }

    /**
     * The keys with this id; empty if the issuer has none.
     *
     * @throws HttpException 503 if that cannot be found out now
     */
    List<SigningKey> find(String id) {
        long now = nanos.getAsLong();
        Read known = last;
        if (known != null && now - known.at() < KEPT.toNanos()) {
            List<SigningKey> found = known.find(id);
            if (!found.isEmpty() && now - known.at() >= FRESH.toNanos()) {
                var unused = read(now);
            }
            if (!found.isEmpty()) {
                return found;
            }
        }
        CompletableFuture<Read> read = read(now);
        if (read == null) {
            return List.of(); // the keys are those of a moment ago
        }
        return awaited(read).find(id);
    }

    /**
     * The read that is running, or one that begins now.
     *
     * @return null if the last one was good, and it is too early for another one
     * @throws HttpException 503 if the last one failed, and it is too early for another one
     */
    private @Nullable CompletableFuture<Read> read(long now) {
        CompletableFuture<Read> begun = new CompletableFuture<>();
        lock.lock();
        try {
            if (running != null) {
                return running;
            }
            if (now - nextAt < 0) {
                if (failed) {
                    begun.completeExceptionally(new TimeoutException("the last read failed"));
                    return begun;
                }
                return null;
            }
            running = begun;
        } finally {
            lock.unlock();
        }
        var unused = begin().whenComplete((keys, error) -> ended(begun, keys, error));
        return begun;
    }

    private CompletableFuture<List<SigningKey>> begin() {
        try {
            return issuer.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void ended(CompletableFuture<Read> begun, @Nullable List<SigningKey> keys, @Nullable Throwable error) {
        long now = nanos.getAsLong();
        Read read = keys == null ? null : new Read(now, keys);
        boolean before;
        lock.lock();
        try {
            before = failed;
            failed = read == null;
            nextAt = now + (failed ? PAUSE_AFTER_FAILURE : PAUSE).toNanos();
            running = null;
            if (read != null) {
                last = read;
            }
        } finally {
            lock.unlock();
        }
        if (read != null) {
            if (before) {
                LOG.info(
                        "the keys of the issuer of tokens can be read again: {} keys",
                        read.keys().size());
            }
            begun.complete(read);
            return;
        }
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (!before) {
            LOG.warn(
                    "the keys of the issuer of tokens cannot be read: {}; known keys are used for {} at most, other"
                            + " tokens get the status 503, and the next tokens cause more tries",
                    String.valueOf(cause),
                    KEPT);
        }
        begun.completeExceptionally(new TimeoutException("the read failed"));
    }

    private Read awaited(CompletableFuture<Read> read) {
        if (!waiting.tryAcquire()) {
            throw unavailable();
        }
        try {
            return read.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable();
        } catch (ExecutionException | TimeoutException e) {
            throw unavailable();
        } finally {
            waiting.release();
        }
    }

    private static HttpException unavailable() {
        return HttpException.of(
                        503,
                        ErrorCode.OVERLOADED,
                        "the issuer of the token does not answer, so the token cannot be checked: try again")
                .with("Retry-After", Long.toString(PAUSE_AFTER_FAILURE.toSeconds()));
    }
}
