package dev.reeve.model;

/**
 * What happens when an attempt may have had its effect and nobody can say whether it had: there is no probe, or it does not know
 * either. A step with a probe is asked about first, whatever is said here.
 */
public enum OnUnknown {
    /** As after any failure of the kind: tried again as long as {@code retry} allows. Only for what may safely be done twice. */
    RETRY,
    /** Undo the execution, and with it the step, which counts as done. */
    COMPENSATE,
    /** Put the step in front of a person; the rest of the graph goes on. */
    ESCALATE
}
