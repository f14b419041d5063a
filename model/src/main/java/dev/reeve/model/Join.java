package dev.reeve.model;

/** When a step with several predecessors may start. */
public enum Join {
    /** When all of them are settled. If all of them were skipped, the step is skipped too. */
    ALL,
    /** When the first of them has completed, or failed with {@code continue}; skipped if all of them were skipped. */
    ANY
}
