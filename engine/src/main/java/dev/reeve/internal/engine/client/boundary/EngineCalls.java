package dev.reeve.internal.engine.client.boundary;

import dev.reeve.ErrorCode;
import dev.reeve.NotCompletedException;
import dev.reeve.ReeveException;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Calls the engine and the store on behalf of callers: waits for futures, and translates failures into the exceptions
 * of the API.
 */
public final class EngineCalls {

    private EngineCalls() {}

    /**
     * @param what the end of the message "gave up waiting …"
     */
    public static <T> T await(CompletionStage<T> promise, Duration patience, String what) {
        CompletableFuture<T> waiter = promise.toCompletableFuture();
        try {
            return waiter.get(TimeUnit.NANOSECONDS.convert(patience), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            if (!waiter.cancel(false) && !waiter.isCompletedExceptionally()) {
                return waiter.join(); // the result has just arrived, and the caller may have to release it
            }
            throw ReeveException.of(
                    ErrorCode.TIMED_OUT, "gave up waiting %s after %s; it continues".formatted(what, patience), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (!waiter.cancel(false) && !waiter.isCompletedExceptionally()) {
                return waiter.join();
            }
            throw ReeveException.of(
                    ErrorCode.TIMED_OUT, "interrupted while waiting %s; it continues".formatted(what), e);
        } catch (ExecutionException e) {
            throw translated(e.getCause() == null ? e : e.getCause());
        }
    }

    /** Reads from the store. */
    public static <T> T reading(Supplier<T> read) {
        try {
            return read.get();
        } catch (StoreException e) {
            throw translated(e);
        }
    }

    public static ReeveException translated(Throwable cause) {
        return switch (cause) {
            // Wrapped in a new exception, so that the stack trace shows the waiting caller.
            case NotCompletedException e -> e;
            case ReeveException e -> ReeveException.of(e.code(), String.valueOf(e.getMessage()), e);
            case StoreException e -> ReeveException.of(code(e.kind()), String.valueOf(e.getMessage()), e);
            default -> ReeveException.of(ErrorCode.INTERNAL, "a mistake in Reeve: " + cause, cause);
        };
    }

    private static ErrorCode code(StoreException.Kind kind) {
        return switch (kind) {
            case UNAVAILABLE, LOCKED, STALE -> ErrorCode.STORE_UNAVAILABLE;
            case DATA -> ErrorCode.INVALID_INPUT;
            case UNUSABLE -> ErrorCode.STORE_UNUSABLE;
        };
    }
}
