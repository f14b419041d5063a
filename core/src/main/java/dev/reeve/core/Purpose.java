package dev.reeve.core;

/** What an attempt of a step is for. Each purpose has a series of attempts of its own. */
public enum Purpose {
    /** To do the step. */
    FORWARD,
    /** To ask the service what became of a forward attempt. */
    PROBE,
    /** To undo the step. */
    COMPENSATION
}
