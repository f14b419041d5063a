package dev.reeve.engine.store;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The database did not do what was asked. The message says what was asked, what went wrong and what to do. */
public final class StoreException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    /** What kind of trouble it is; decided once, by the store. */
    public enum Kind {
        /** Missing, unreachable, read-only, full, shutting down, slow: it may pass. */
        UNAVAILABLE,
        /**
         * A transaction of somebody else holds what is needed, such as the key of a start, and did not end in time. Nothing was done; what
         * needs something else may go well at once.
         */
        LOCKED,
        /**
         * The database took offence at a value, or what it has of an execution is damaged: trying the same again is
         * pointless, and anything else may go well.
         */
        DATA,
        /** Wrong version, wrong settings, damaged, used by somebody else: a person must act. */
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
