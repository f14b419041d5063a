package dev.reeve;

import java.time.Duration;

/**
 * An attempt that takes unusually long. Slow is not dead: the attempt continues until its complete-by passes or its
 * heartbeats stop.
 *
 * @param token identifies the attempt
 * @param action the action that it performs
 * @param agent the agent that has it, as named in histories
 * @param running how long it has been under way
 * @param expected the longest expected duration: the step's {@code expected}, or else three times the 99th percentile
 *     of the action's recent attempts
 */
public record SuspectAttempt(AttemptToken token, String action, String agent, Duration running, Duration expected) {}
