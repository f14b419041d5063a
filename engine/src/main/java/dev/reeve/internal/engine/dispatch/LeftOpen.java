package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.internal.values.Limits;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mark of an attempt that its agent has left open: {@code {"reeve:leftOpen":{"attempt":1},"checkpoint":…}}. It is
 * recorded as the checkpoint of the attempt, so that it is durable, and known to each node that loads the execution. A
 * checkpoint of the agent goes on inside. (ADR 61)
 */
public final class LeftOpen {

    private static final String NAME = "reeve:leftOpen";
    private static final String ATTEMPT = "attempt";
    private static final String CHECKPOINT = "checkpoint";

    /** The characters of a mark without a checkpoint, and a few more. */
    private static final int ROOM = 100;

    private LeftOpen() {}

    /** A mark without a checkpoint. */
    public static Json mark(AttemptToken token) {
        return mark(token.attempt(), null);
    }

    /**
     * A mark.
     *
     * @param checkpoint of the agent; left out if it leaves no room for the mark
     */
    public static Json mark(int attempt, @Nullable Json checkpoint) {
        String begin = "{\"%s\":{\"%s\":%d}".formatted(NAME, ATTEMPT, attempt);
        return checkpoint == null || length(checkpoint) > Limits.DEFAULT.payloadBytes() - ROOM
                ? new Json(begin + "}")
                : new Json(begin + ",\"" + CHECKPOINT + "\":" + checkpoint.text() + "}");
    }

    private static int length(Json json) {
        return json.text().getBytes(StandardCharsets.UTF_8).length;
    }

    /** Whether the newest checkpoint of a series says that this attempt is left open. */
    public static boolean isMark(@Nullable Json checkpoint, int attempt) {
        Map<?, ?> mark = read(checkpoint);
        return mark != null
                && mark.get(NAME) instanceof Map<?, ?> about
                && about.get(ATTEMPT) instanceof Number number
                && number.intValue() == attempt;
    }

    /** The checkpoint of an agent in what is recorded; null if there is none. */
    public static @Nullable Json checkpoint(@Nullable Json recorded) {
        Map<?, ?> mark = read(recorded);
        if (mark == null) {
            return recorded;
        }
        return mark.containsKey(CHECKPOINT) ? Json.of(mark.get(CHECKPOINT)) : null;
    }

    /** Parses only what may be a mark. */
    private static @Nullable Map<?, ?> read(@Nullable Json recorded) {
        return recorded != null
                        && recorded.text().contains(NAME)
                        && recorded.value() instanceof Map<?, ?> map
                        && map.get(NAME) instanceof Map
                ? map
                : null;
    }
}
