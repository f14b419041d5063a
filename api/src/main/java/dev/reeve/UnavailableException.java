package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The store does not answer, cannot be used, or the engine is closed. {@link ErrorCode#isTransient()} of the code says
 * whether the same call may succeed later. A web controller answers 503.
 */
public final class UnavailableException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    UnavailableException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
