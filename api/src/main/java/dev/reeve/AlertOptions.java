package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Receivers of alerts. All alerts are also logged. Immutable.
 *
 * @param to the URIs, each served by a channel of the {@link NotificationOptions} (default none)
 * @param window similar alerts are sent once in this time, with their count (default 5 minutes)
 */
public record AlertOptions(List<URI> to, Duration window) {

    private static final AlertOptions DEFAULTS = new AlertOptions(List.of(), Duration.ofMinutes(5));

    public AlertOptions {
        to = List.copyOf(to);
        OptionChecks.positive("window", window);
    }

    /** Only logs alerts. */
    public static AlertOptions defaults() {
        return DEFAULTS;
    }

    /** Adds a receiver. */
    public AlertOptions withReceiver(URI uri) {
        List<URI> more = new ArrayList<>(to);
        more.add(uri);
        return new AlertOptions(more, window);
    }

    /** Sets the time in which alerts are gathered. */
    public AlertOptions withWindow(Duration other) {
        return new AlertOptions(to, other);
    }
}
