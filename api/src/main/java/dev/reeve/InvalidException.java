package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * An argument is malformed or breaks a limit, and nothing was stored; or an output is not of the requested type. A web
 * controller answers 400.
 */
public class InvalidException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    /** For subtypes. */
    protected InvalidException(String message, @Nullable Throwable cause) {
        super(ErrorCode.INVALID_INPUT, message, cause);
    }
}
