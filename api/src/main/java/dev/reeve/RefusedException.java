package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The execution or step is not in a state that permits the request. A web controller answers 409. */
public final class RefusedException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    RefusedException(String message, @Nullable Throwable cause) {
        super(ErrorCode.REFUSED, message, cause);
    }
}
