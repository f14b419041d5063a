package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The execution was stored, and is no longer in the store: the store has lost acknowledged data. A web controller
 * answers 410.
 */
public final class LostException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    LostException(String message, @Nullable Throwable cause) {
        super(ErrorCode.LOST, message, cause);
    }
}
