package dev.reeve.internal.test.store;

/** Faults between a node and its database. */
public enum StoreFault {
    /** The connection breaks before the request arrives: nothing happens, and the caller receives an error. */
    REQUEST_LOST,
    /** The database processes the request, and the connection breaks before the answer arrives. */
    ANSWER_LOST,
    /**
     * The caller of a commit receives an error, while the transaction stays open and holds the lane's row. It commits
     * later, or never. A node that takes the lane meanwhile waits for the transaction, kills it, or receives an error
     * and retries.
     */
    ZOMBIE,
    /**
     * A commit waits for the standby in vain and returns with a warning. The store must report it as in doubt. On the
     * primary the commit is visible, and a {@link #FAILOVER} may undo it. Until the failover, or until the standby is
     * back, all writes fail.
     */
    UNREPLICATED,
    /** The database does not answer before the caller's timeout. It may have processed the request. */
    HANGS,
    /** The answer is correct and late. */
    SLOW,
    /** The database rejects a valid batch as invalid data (DATA). */
    OFFENCE,
    /** No connections are possible for a while. */
    OUTAGE,
    /** No writes are possible for a while. */
    READ_ONLY,
    /** All calls are slow for a while. */
    SLOWNESS,
    /** No batch can be written for a while. Other calls succeed. */
    DISK_FULL,
    /** Another server takes over. It settles each commit in doubt one way or the other, and its clock differs. */
    FAILOVER,
    /** The database's clock is set. */
    CLOCK_STEP
}
