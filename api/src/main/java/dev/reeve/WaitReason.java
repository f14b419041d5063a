package dev.reeve;

/** Why a step waits. */
public enum WaitReason {
    /** It is a wait step. */
    TIMER,
    /** Between two attempts. */
    BACKOFF,
    /** Between two rounds of attempts. */
    PAUSE,
    /** The service asked the caller to retry later. */
    THROTTLED,
    /** Between two rounds of a step with {@code repeat}. */
    ROUND,
    /** For a signal; the wait ends with the timeout at the latest. */
    SIGNAL
}
