package dev.reeve.core;

/** Why a step waits for a time. */
public enum WaitReason {
    /** It is a wait step. */
    TIMER,
    /** Between two attempts. */
    BACKOFF,
    /** Between two rounds of attempts. */
    PAUSE,
    /** The service asked to be left alone. */
    THROTTLED,
    /** Between two rounds of a step with {@code repeat}. */
    ROUND,
    /** For a signal; the time is when it is waited for no longer. */
    SIGNAL
}
