package dev.reeve;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A signal for {@link Reeve#signalWithStart}. Immutable.
 *
 * <pre>{@code
 * Signal.of("item_added", item).withId(message.id())
 * }</pre>
 *
 * @param name as in {@code await} of a step
 * @param data any object that can be written as JSON, or {@link Json}
 * @param id unique among the signals of an execution; null for none. The first signal with an id counts, and a
 *     repetition has no effect
 */
public record Signal(String name, Object data, @Nullable String id) {

    public Signal {
        Objects.requireNonNull(name, "name");
    }

    /** A signal without an id. Sent twice, it counts twice. */
    public static Signal of(String name, Object data) {
        return new Signal(name, data, null);
    }

    /** The same signal with an id, so that the sender can repeat it. */
    public Signal withId(String wanted) {
        return new Signal(name, data, Objects.requireNonNull(wanted, "id"));
    }
}
