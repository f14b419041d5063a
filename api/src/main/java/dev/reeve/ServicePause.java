package dev.reeve;

import java.time.Instant;

/**
 * A pause of an action by a person.
 *
 * @param by the actor
 * @param why the actor's reason
 * @param since when, by the store's clock
 */
public record ServicePause(String action, String by, String why, Instant since) {}
