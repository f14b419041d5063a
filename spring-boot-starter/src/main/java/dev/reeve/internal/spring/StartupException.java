package dev.reeve.internal.spring;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The reason why an application cannot start, with the remedy, for {@link StartupFailureAnalyzer}. */
public final class StartupException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String action;

    /**
     * @param description what was found, and what was expected
     * @param action what to do
     */
    public StartupException(String description, String action, @Nullable Throwable cause) {
        super(description + (description.endsWith(".") ? " " : ". ") + action, cause);
        this.action = action;
    }

    String action() {
        return action;
    }

    String description() {
        String message = String.valueOf(getMessage());
        return message.substring(0, message.length() - action.length()).strip();
    }
}
