package dev.reeve.internal.values;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The position in a trace that the header {@code traceparent} of <a href="https://www.w3.org/TR/trace-context/">W3C
 * Trace Context</a> carries. The spans of executions and attempts have ids that follow from their names, so that every
 * node gives them the same ones.
 *
 * @param trace the id of the trace, 32 hexadecimal digits
 * @param span the id of the span, 16 hexadecimal digits
 * @param flags two hexadecimal digits; the lowest bit means that the trace is recorded
 */
public record TraceContext(String trace, String span, String flags) {

    private static final int TRACE = 3;
    private static final int SPAN = TRACE + 32 + 1;
    private static final int FLAGS = SPAN + 16 + 1;
    private static final int LENGTH = FLAGS + 2;
    private static final int SHOWN_MAX = 80;
    private static final int SPAN_BYTES = 8;

    private static final String RULE =
            "traceparent: expected 55 characters such as 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, found ";

    /**
     * Reads the text of a header. Of a version that is not known yet, the members of version 00 count.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static TraceContext parse(String text) {
        TraceContext read = orNull(text);
        if (read == null) {
            throw new IllegalArgumentException(
                    RULE + (text.length() > SHOWN_MAX ? text.length() + " characters" : "'" + text + "'"));
        }
        return read;
    }

    /** As {@link #parse}, in the form of version 00; null for null and for a malformed text. */
    public static @Nullable String textOrNull(@Nullable String text) {
        TraceContext read = text == null ? null : orNull(text);
        return read == null ? null : read.text();
    }

    private static @Nullable TraceContext orNull(String text) {
        boolean shaped = text.length() >= LENGTH
                && isHex(text, 0, 2)
                && text.charAt(2) == '-'
                && isHex(text, TRACE, SPAN - 1)
                && text.charAt(SPAN - 1) == '-'
                && isHex(text, SPAN, FLAGS - 1)
                && text.charAt(FLAGS - 1) == '-'
                && isHex(text, FLAGS, LENGTH);
        if (!shaped || text.startsWith("ff")) {
            return null;
        }
        boolean newer = !text.startsWith("00") && (text.length() == LENGTH || text.charAt(LENGTH) == '-');
        if (text.length() != LENGTH && !newer) {
            return null;
        }
        boolean empty = isZero(text, TRACE, SPAN - 1) || isZero(text, SPAN, FLAGS - 1);
        return empty
                ? null
                : new TraceContext(
                        text.substring(TRACE, SPAN - 1),
                        text.substring(SPAN, FLAGS - 1),
                        text.substring(FLAGS, LENGTH));
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != '0') {
                return false;
            }
        }
        return true;
    }

    /** The text of the header. */
    public String text() {
        return "00-" + trace + "-" + span + "-" + flags;
    }

    /** Whether the caller records the trace. */
    public boolean sampled() {
        return (HexFormat.fromHexDigit(flags.charAt(1)) & 1) == 1;
    }

    /**
     * The span of an execution; null for no trace.
     *
     * @param start the {@code traceparent} of its start
     */
    public static @Nullable String ofExecution(@Nullable String start, ExecutionId execution) {
        return start == null
                ? null
                : parse(start).within(executionSpan(execution)).text();
    }

    /**
     * The span of an attempt; null for no trace, or no attempt.
     *
     * @param start the {@code traceparent} of the start of its execution
     */
    public static @Nullable String ofAttempt(@Nullable String start, @Nullable AttemptToken attempt) {
        return start == null || attempt == null
                ? null
                : parse(start).within(attemptSpan(attempt)).text();
    }

    private TraceContext within(String derived) {
        return new TraceContext(trace, derived, flags);
    }

    /** The id of the span of an execution. */
    public static String executionSpan(ExecutionId execution) {
        return derived(execution.toString());
    }

    /** The id of the span of an attempt. It has no part of the token that is secret. */
    public static String attemptSpan(AttemptToken attempt) {
        return derived(attempt.execution() + "/" + attempt.step() + "/" + attempt.purpose() + "/" + attempt.attempt());
    }

    /** The id of the span of a step for a purpose. */
    public static String stepSpan(ExecutionId execution, StepPath step, Purpose purpose) {
        return derived(execution + "/" + step + "/" + purpose);
    }

    private static String derived(String name) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(("reeve:" + name).getBytes(StandardCharsets.UTF_8));
            hash[0] |= (byte) (allZero(hash) ? 1 : 0);
            return HexFormat.of().formatHex(hash, 0, SPAN_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** An id of zeros is invalid. */
    private static boolean allZero(byte[] hash) {
        for (int i = 0; i < SPAN_BYTES; i++) {
            if (hash[i] != 0) {
                return false;
            }
        }
        return true;
    }
}
