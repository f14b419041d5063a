package dev.reeve.internal.agent;

import dev.reeve.Failure;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replaces an exception in a log: carries its class name, stack trace, causes and suppressed exceptions, all of bounded
 * size. Logging the copy calls no method of the original. The class name is in the message, because some loggers print
 * the message and the logged object's class instead of calling {@code toString()}.
 */
@SuppressWarnings("OverrideThrowableToString") // stands for the original class, so it prints that class's name
final class ThrownCopy extends RuntimeException {

    /** Maximum number of exceptions copied, including causes and suppressed exceptions. */
    static final int EXCEPTIONS_MAX = 20;

    static final int MESSAGE_MAX = Failure.MESSAGE_LENGTH_MAX;

    /** The JDK's default maximum. */
    private static final int FRAMES_MAX = 1_024;

    private static final String UNREADABLE = "(its message cannot be read)";

    private ThrownCopy(String type, @Nullable String message, @Nullable Throwable cause) {
        super(message == null ? type : type + ": " + message, cause, true, true);
    }

    /** Calls methods of the exception, which may be of any class. */
    static ThrownCopy of(Throwable thrown) {
        return new Copying(true).copy(thrown);
    }

    /** Calls only methods that the JDK implements; leaves out what overridden methods would return. */
    static ThrownCopy unasked(Throwable thrown) {
        return new Copying(false).copy(thrown);
    }

    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }

    private static final class Copying {

        private final boolean asking;
        private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

        Copying(boolean asking) {
            this.asking = asking;
        }

        ThrownCopy copy(Throwable thrown) {
            seen.add(thrown);
            Throwable cause = mayAsk(thrown, "getCause") ? thrown.getCause() : null;
            ThrownCopy copy = new ThrownCopy(
                    thrown.getClass().getName(),
                    mayAsk(thrown, "getMessage") ? shortened(thrown.getMessage()) : UNREADABLE,
                    cause != null && isNext(cause) ? copy(cause) : null);
            copy.setStackTrace(
                    mayAsk(thrown, "getStackTrace") ? frames(thrown.getStackTrace()) : new StackTraceElement[0]);
            for (Throwable suppressed : thrown.getSuppressed()) {
                if (isNext(suppressed)) {
                    copy.addSuppressed(copy(suppressed));
                }
            }
            return copy;
        }

        private boolean mayAsk(Throwable thrown, String method) {
            return asking || !OwnMethods.of(thrown.getClass()).contains(method);
        }

        private boolean isNext(Throwable thrown) {
            return seen.size() < EXCEPTIONS_MAX && !seen.contains(thrown);
        }

        private static @Nullable String shortened(@Nullable String message) {
            return message == null || message.length() <= MESSAGE_MAX
                    ? message
                    : message.substring(0, MESSAGE_MAX - 1) + "…";
        }

        private static StackTraceElement[] frames(StackTraceElement[] trace) {
            return Arrays.stream(trace)
                    .filter(Objects::nonNull)
                    .limit(FRAMES_MAX)
                    .toArray(StackTraceElement[]::new);
        }
    }
}
