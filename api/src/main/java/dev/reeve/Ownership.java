package dev.reeve;

/** Whether an engine runs executions of a store that it shares with others. */
public enum Ownership {

    /** It runs an equal share. */
    SHARE,

    /** It runs none. At least one other engine must run executions. */
    NONE,

    /**
     * It runs none while another engine runs some. If it finds none that does, it begins to run a share, and keeps it
     * until it is closed. For short work on a store that may be without an engine, such as a command of an operator.
     */
    STAND_IN
}
