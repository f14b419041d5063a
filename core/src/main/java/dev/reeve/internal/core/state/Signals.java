package dev.reeve.internal.core.state;

import dev.reeve.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The signals that no step has taken yet, and the ids of all received signals. Immutable.
 *
 * @param waiting the signals not taken yet, in the order of arrival
 * @param ids the ids of all received signals that had one
 */
public record Signals(List<Signal> waiting, SignalIds ids) {

    static final Signals NONE = new Signals(List.of(), SignalIds.NONE);

    /** The maximum number of signals that wait to be taken. */
    public static final int WAITING_MAX = 1_000;

    public record Signal(String name, Json data) {}

    /** The data of the oldest waiting signal of this name; null if there is none. */
    public @Nullable Json first(String name) {
        for (Signal signal : waiting) {
            if (signal.name().equals(name)) {
                return signal.data();
            }
        }
        return null;
    }

    /** The oldest waiting signal with one of these names; null if there is none. */
    public @Nullable Signal firstOf(List<String> names) {
        for (Signal signal : waiting) {
            if (names.contains(signal.name())) {
                return signal;
            }
        }
        return null;
    }

    Signals with(String name, @Nullable String id, Json data) {
        List<Signal> more = new ArrayList<>(waiting);
        more.add(new Signal(name, data));
        if (id == null) {
            return new Signals(List.copyOf(more), ids);
        }
        return new Signals(List.copyOf(more), ids.with(id));
    }

    /**
     * A copy without the oldest signal of this name.
     *
     * @throws IllegalStateException if there is none
     */
    Signals without(String name) {
        List<Signal> rest = new ArrayList<>(waiting);
        for (int i = 0; i < rest.size(); i++) {
            if (rest.get(i).name().equals(name)) {
                rest.remove(i);
                return new Signals(List.copyOf(rest), ids);
            }
        }
        throw new IllegalStateException("there is no signal '%s' to be taken".formatted(name));
    }
}
