package dev.reeve.testkit.store;

/** What goes wrong between a node and its database. */
public enum StoreFault {
    /** The connection breaks before the request is there: nothing happens, and the caller hears of an error (F14). */
    REQUEST_LOST,
    /** The database does what was asked, and the connection breaks before the answer is there (F15). */
    ANSWER_LOST,
    /**
     * The caller of a commit hears of an error, and the transaction goes on, holding the lane's row, and commits later, or
     * never (F16). Whoever takes the lane meanwhile waits for it, kills it, or is told to come again.
     */
    ZOMBIE,
    /**
     * A commit waits for the standby in vain and comes back with a warning, which the port must answer with a doubt (F21).
     * Everybody sees it on the primary, and a {@link #FAILOVER} may make it undone; until then, or until the standby is
     * back, whatever writes fails.
     */
    UNREPLICATED,
    /** The database says nothing, until the caller's patience is over. It may have done what was asked. */
    HANGS,
    /** The answer is right, and late. */
    SLOW,
    /** The database takes offence at something in a batch (DATA), although there is nothing wrong with it. */
    OFFENCE,
    /** For a while nobody can connect. */
    OUTAGE,
    /** For a while nothing can be written (F24). */
    READ_ONLY,
    /** For a while everything is slow. */
    SLOWNESS,
    /** For a while no batch can be written; the rest goes on (F33). */
    DISK_FULL,
    /** Another server takes over: what was in doubt is settled one way or the other, and its clock is another. */
    FAILOVER,
    /** The database's clock is set. */
    CLOCK_STEP
}
