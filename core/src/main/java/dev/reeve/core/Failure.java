package dev.reeve.core;

import dev.reeve.model.Durations;
import dev.reeve.model.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong, as told by an agent or decided by the engine.
 *
 * @param cause which strategy applies
 * @param code for programs, {@code UPPER_SNAKE}; at most 255 characters
 * @param message for people; at most 8 KB, never interpreted
 * @param details anything more, as JSON; null for nothing
 * @param retryAfter with {@link Cause#THROTTLED}, how long the service asked to be left alone, zero to ten years; otherwise
 *     null
 * @param possiblyDone whether the side effect may have happened all the same. True unless somebody who knows says
 *     otherwise; a step that ends so is compensated (C5)
 */
public record Failure(
        Cause cause,
        String code,
        String message,
        @Nullable Json details,
        @Nullable Duration retryAfter,
        boolean possiblyDone) {

    public static final int MESSAGE_LENGTH_MAX = 8192;

    public static final int CODE_LENGTH_MAX = 255;

    public Failure {
        code = cut(code, CODE_LENGTH_MAX);
        message = cut(message, MESSAGE_LENGTH_MAX);
        retryAfter = retryAfter == null ? null : bounded(retryAfter);
    }

    /** Whether the side effect may have happened: whoever fell silent may have done the work, whatever they thought of it. */
    boolean leavesDoubt() {
        return switch (cause) {
            case SILENT, LOST -> true;
            case TRANSIENT, THROTTLED, BUSINESS, POISON -> possiblyDone;
        };
    }

    private static Duration bounded(Duration asked) {
        if (asked.isNegative()) {
            return Duration.ZERO;
        }
        return asked.compareTo(Durations.MAX) > 0 ? Durations.MAX : asked;
    }

    /** What no database keeps as it is, NUL and halves of surrogate pairs, would make the fold differ from the state (I4). */
    private static String cut(String text, int max) {
        String clean = text.indexOf('\0') < 0 ? text : text.replace("\0", "\\0");
        String whole = clean.length() <= max ? clean : clean.substring(0, max - 1) + "…";
        return new String(whole.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
