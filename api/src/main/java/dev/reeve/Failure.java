package dev.reeve;

import dev.reeve.internal.values.Durations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A failure, reported by an agent or found by the engine.
 *
 * @param cause the cause, which selects the strategy
 * @param code the code for programs, {@code UPPER_SNAKE}; at most 255 characters
 * @param message the message for people, never interpreted; at most 8 KB
 * @param details more data as JSON; null for none
 * @param retryAfter with {@link Cause#THROTTLED}, how long the service asked to wait, zero to ten years; otherwise
 *     null
 * @param possiblyDone whether the side effect may have happened all the same. True unless the reporter knows that it
 *     did not; a step that ends with true is compensated
 */
public record Failure(
        Cause cause,
        String code,
        String message,
        @Nullable Json details,
        @Nullable Duration retryAfter,
        boolean possiblyDone) {

    /** Maximum length of the message in characters. A longer message is cut. */
    public static final int MESSAGE_LENGTH_MAX = 8192;

    /** Maximum length of the code in characters. A longer code is cut. */
    public static final int CODE_LENGTH_MAX = 255;

    public Failure {
        code = cut(code, CODE_LENGTH_MAX);
        message = cut(message, MESSAGE_LENGTH_MAX);
        retryAfter = retryAfter == null ? null : bounded(retryAfter);
    }

    private static Duration bounded(Duration asked) {
        if (asked.isNegative()) {
            return Duration.ZERO;
        }
        return asked.compareTo(Durations.MAX) > 0 ? Durations.MAX : asked;
    }

    /**
     * Replaces characters that no database keeps as they are, NUL and halves of surrogate pairs. They would make the
     * fold differ from the state.
     */
    private static String cut(String text, int max) {
        String clean = text.indexOf('\0') < 0 ? text : text.replace("\0", "\\0");
        String whole = clean.length() <= max ? clean : clean.substring(0, max - 1) + "…";
        return new String(whole.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
