package dev.reeve.spi.store;

import dev.reeve.ServicePause;
import java.time.Instant;
import java.util.List;

/**
 * The time of the store, and signs of change that a node looks for about once per second, in one read.
 *
 * @param now the time of the store
 * @param deployments grows with each new definition; always 0 if only the node that owns the store can deploy
 * @param pauses the paused actions, ordered by action
 * @param hasMessages whether messages wait in the {@link Inbox}, or requests in the {@link RequestStore}, of any node;
 *     also true if the store cannot tell at present
 */
public record Pulse(Instant now, long deployments, List<ServicePause> pauses, boolean hasMessages) {

    public Pulse {
        pauses = List.copyOf(pauses);
    }

    /** The same at another time. */
    public Pulse withNow(Instant other) {
        return new Pulse(other, deployments, pauses, hasMessages);
    }
}
