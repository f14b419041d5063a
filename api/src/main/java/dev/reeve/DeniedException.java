package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The caller is not known, or may not do this. A web controller answers 401 for {@link ErrorCode#UNAUTHENTICATED}, and
 * 403 for {@link ErrorCode#DENIED}.
 */
public final class DeniedException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    DeniedException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
