package dev.reeve.engine.dispatch;

/** Whether the service behind an action is called at present. */
public enum ServiceState {
    /** It is: nothing is known against it. */
    CLOSED,
    /** It fails for everybody, and is left alone for a while; steps wait in their queue. */
    OPEN,
    /** It was left alone for long enough: a few attempts find out whether it is back. */
    HALF_OPEN,
    /** It is back, or a person said so: more and more attempts are let through. */
    RAMPING,
    /** A person has stopped it, until a person has it called again. */
    PAUSED
}
