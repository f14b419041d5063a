package dev.reeve.workflow;

/** The reaction to an attempt that takes longer than expected. There is none by default. */
public enum OnSlow {
    /** An alert is raised, once for each attempt. The attempt continues. */
    ALERT
}
