package dev.reeve.workflow;

/**
 * The answer to an attempt whose effect is unknown: the step has no probe, or the probe does not know
 * either. A step with a probe is always probed first.
 */
public enum OnUnknown {
    /**
     * Retries the step as after other failures of the same kind, as long as {@code retry} allows. Only for steps that
     * can safely be done twice.
     */
    RETRY,
    /** Undoes the execution, including this step, which counts as done. */
    COMPENSATE,
    /** Escalates the step to a person. The rest of the graph continues. */
    ESCALATE
}
