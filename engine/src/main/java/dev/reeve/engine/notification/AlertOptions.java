package dev.reeve.engine.notification;

import dev.reeve.engine.runtime.Limits;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Who is alerted when something needs a person (O1). All alerts are in the log, too. Immutable.
 *
 * @param to the URIs, each served by a channel of the {@link NotificationOptions}
 * @param window alerts that are alike are told once in this time, with how many there were
 */
public record AlertOptions(List<URI> to, Duration window) {

    /** The log only. */
    public static final AlertOptions LOG = new AlertOptions(List.of(), Duration.ofMinutes(5));

    public AlertOptions {
        to = List.copyOf(to);
        Limits.positive("window", window);
    }

    public AlertOptions to(URI uri) {
        List<URI> more = new ArrayList<>(to);
        more.add(uri);
        return new AlertOptions(more, window);
    }

    public AlertOptions window(Duration other) {
        return new AlertOptions(to, other);
    }
}
