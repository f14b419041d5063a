package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The key, or the version of the workflow, is taken by something else. A web controller answers 409. */
public final class ConflictException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    ConflictException(String message, @Nullable Throwable cause) {
        super(ErrorCode.CONFLICT, message, cause);
    }
}
