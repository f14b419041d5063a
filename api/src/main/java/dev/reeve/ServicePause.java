package dev.reeve;

import java.time.Instant;

/**
 * A pause of an action by a person.
 *
 * @param action as workflows name it
 * @param actor the actor
 * @param reason the actor's reason
 * @param since when, by the store's clock
 */
public record ServicePause(String action, String actor, String reason, Instant since) {}
