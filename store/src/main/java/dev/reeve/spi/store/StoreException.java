package dev.reeve.spi.store;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A database operation failed. The message names the request, the problem and the remedy. */
public final class StoreException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    /** The kind of failure, as the store classified it. */
    public enum Kind {
        /** The store is missing, unreachable, read-only, full, shutting down or slow. The failure may pass. */
        UNAVAILABLE,
        /**
         * Another transaction holds a lock that is needed, such as the one on the key of a start, and did not end in
         * time. Nothing was done. Work that does not need this lock may succeed at once.
         */
        LOCKED,
        /**
         * The batch does not follow from the content of the store: the store has an execution or a journal row already
         * that the batch adds. Another engine has written it, as after a failover that forgot who owns a shard, or a
         * caller in its own transaction. Nothing was done. Work that is read again and decided anew may succeed.
         */
        STALE,
        /**
         * The database rejected a value, or the stored data of an execution is damaged. A retry of the same operation
         * is pointless. Other operations may succeed.
         */
        DATA,
        /**
         * The store has the wrong version or settings, is damaged, or is used by another process. A person must act.
         */
        UNUSABLE
    }

    private final Kind kind;

    /**
     * A failure that the store has classified.
     *
     * @param kind decides how the engine goes on
     * @param message the request, the problem and the remedy. Logs have it, and callers of the engine may get it, so it
     *     contains no secrets
     * @param cause the exception of the driver; null if the store itself has found the problem
     */
    public StoreException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** The kind of failure. By it the engine decides whether to retry, and which error a caller gets. */
    public Kind kind() {
        return kind;
    }
}
