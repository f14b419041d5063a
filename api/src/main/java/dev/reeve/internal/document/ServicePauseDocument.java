package dev.reeve.internal.document;

import dev.reeve.ServicePause;
import java.time.Instant;

/**
 * A paused action.
 *
 * @param action the action
 * @param actor the actor of the pause
 * @param reason why
 * @param since when
 */
public record ServicePauseDocument(String action, String actor, String reason, Instant since) implements Document {

    public static ServicePauseDocument of(ServicePause pause) {
        return new ServicePauseDocument(pause.action(), pause.actor(), pause.reason(), pause.since());
    }
}
