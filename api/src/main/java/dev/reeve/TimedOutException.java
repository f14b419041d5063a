package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The execution, or the answer of the engine, did not come within the waiting time. The execution continues. A web
 * controller answers 504.
 */
public final class TimedOutException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    TimedOutException(String message, @Nullable Throwable cause) {
        super(ErrorCode.TIMED_OUT, message, cause);
    }
}
