package dev.reeve.workflow;

/** What follows when an attempt takes longer than expected. Nothing by default. */
public enum OnSlow {
    /** An alert is raised, once for each attempt. The attempt continues. */
    ALERT
}
