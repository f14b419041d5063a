package dev.reeve;

/** The purpose of an attempt. Each purpose has its own series of attempts. */
public enum Purpose {
    /** To do the step. */
    FORWARD,
    /** To ask the service for the outcome of a forward attempt. */
    PROBE,
    /** To undo the step. */
    COMPENSATION
}
