package dev.reeve.internal.engine.dispatch;

import java.time.Duration;

/**
 * An action whose queue does not move.
 *
 * @param waiting number of waiting steps
 * @param agents number of sessions that offer the action
 * @param since how long the queue has not moved
 */
public record StarvingAction(String action, int waiting, int agents, Duration since) {}
