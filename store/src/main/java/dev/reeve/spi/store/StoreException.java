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

    public StoreException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
