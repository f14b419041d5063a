package dev.reeve.engine.dispatch;

import java.time.Duration;

/**
 * An action whose queue does not move.
 *
 * @param waiting how many steps wait
 * @param agents how many sessions could do it
 * @param since how long the queue has not moved
 */
public record Starving(String action, int waiting, int agents, Duration since) {}
