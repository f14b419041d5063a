package dev.reeve.workflow;

/** How serious a problem is. */
public enum Severity {
    /** The definition or the input is refused. */
    ERROR,

    /** The definition is accepted, and is probably not what its author meant. */
    WARNING
}
