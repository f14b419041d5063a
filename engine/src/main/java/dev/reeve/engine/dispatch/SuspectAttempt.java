package dev.reeve.engine.dispatch;

import dev.reeve.core.AttemptToken;
import java.time.Duration;

/**
 * An attempt that takes unusually long. Slow is not dead (V3): it goes on, until its complete-by or its heartbeats say
 * otherwise.
 *
 * @param agent who has it, as histories name it
 * @param running for how long it has been under way
 * @param expected what it should have taken at most: as its step's {@code expected} says, or else three times what 99 of 100 attempts of
 *     the action took lately
 */
public record SuspectAttempt(AttemptToken token, String action, String agent, Duration running, Duration expected) {}
