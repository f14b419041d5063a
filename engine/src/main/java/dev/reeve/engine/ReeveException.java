package dev.reeve.engine;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The root of all exceptions that the API throws, apart from those for malformed definitions. Ends with what to do. */
public class ReeveException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    public ReeveException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public ReeveException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public final ErrorCode code() {
        return code;
    }
}
