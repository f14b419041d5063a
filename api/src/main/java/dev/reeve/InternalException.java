package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A bug in Reeve. A web controller answers 500. */
public final class InternalException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    InternalException(String message, @Nullable Throwable cause) {
        super(ErrorCode.INTERNAL, message, cause);
    }
}
