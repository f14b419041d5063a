package dev.reeve;

/** Whether the service of an action is called at present. */
public enum ServiceState {
    /** It is called without restriction. */
    CLOSED,
    /** It fails for all its callers and is not called for a while. Steps wait in their queue. */
    OPEN,
    /** The time is up: a few attempts test whether it is back. */
    HALF_OPEN,
    /** It is back, or a person has resumed it: the number of concurrent attempts increases step by step. */
    RAMPING,
    /** A person has paused it, until a person resumes it. */
    PAUSED
}
