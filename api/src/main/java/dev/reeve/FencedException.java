package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Another engine has taken over this store, or was started under the name of this one. So this one has ended. A web
 * controller answers 503.
 */
public final class FencedException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    FencedException(String message, @Nullable Throwable cause) {
        super(ErrorCode.FENCED, message, cause);
    }
}
