package dev.reeve.engine.store;

import java.time.Instant;

/**
 * A person's word that an action is not to be called.
 *
 * @param by who
 * @param why as they put it
 * @param since when, by the store's clock
 */
public record ServicePause(String action, String by, String why, Instant since) {}
