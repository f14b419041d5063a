package dev.reeve.core;

import java.util.List;

/** Events as the JSON that the stores keep. Thread-safe. */
public final class EventCodec {

    private EventCodec() {}

    /** A JSON array of all events, in order. */
    public static String write(List<Event> events) {
        throw new UnsupportedOperationException();
    }

    /**
     * @throws IllegalArgumentException if {@code json} was not written by {@link #write}, or by a newer release
     */
    public static List<Event> read(String json) {
        throw new UnsupportedOperationException();
    }
}
