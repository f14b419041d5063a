package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Too much is waiting already, and nothing was stored. Try again later. A web controller answers 429. */
public final class OverloadedException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    OverloadedException(String message, @Nullable Throwable cause) {
        super(ErrorCode.OVERLOADED, message, cause);
    }
}
