package dev.reeve.internal.payload;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A value that cannot become a payload, or a payload that does not fit a type. The message says where and why. */
public final class UnfitPayloadException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final boolean tooLarge;

    private UnfitPayloadException(String message, boolean tooLarge, @Nullable Throwable cause) {
        super(message, cause);
        this.tooLarge = tooLarge;
    }

    UnfitPayloadException(String message) {
        this(message, false, null);
    }

    UnfitPayloadException(String message, Throwable cause) {
        this(message, false, cause);
    }

    static UnfitPayloadException tooLarge(String message) {
        return new UnfitPayloadException(message, true, null);
    }

    public boolean isTooLarge() {
        return tooLarge;
    }

    /** The message; unlike {@link #getMessage()}, never null. */
    public String message() {
        return String.valueOf(getMessage());
    }
}
