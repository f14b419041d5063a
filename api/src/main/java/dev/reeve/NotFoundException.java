package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The call names a workflow, an execution, a step, a signal, a schedule or an action that does not exist. A web
 * controller answers 404.
 */
public final class NotFoundException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    NotFoundException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
