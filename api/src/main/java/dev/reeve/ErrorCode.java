package dev.reeve;

/** The kind of error of a {@link ReeveException}, for programs. A released name keeps its meaning. */
public enum ErrorCode {
    /**
     * An argument is malformed or breaks a limit, and nothing was stored. Or an output is not of the requested type.
     */
    INVALID_INPUT,
    /** No workflow of this name, or no such version of it, is deployed. */
    WORKFLOW_UNKNOWN,
    /** The execution, step, signal, schedule or action does not exist. */
    NOT_FOUND,
    /** The key or version is taken by something else. */
    CONFLICT,
    /** The execution or step is not in a state that permits the request. */
    REFUSED,
    /** The request names no caller, or the caller's credentials are not valid. Only a server gives this code. */
    UNAUTHENTICATED,
    /** The caller may not do this. Nothing was stored. */
    DENIED,
    /** Too much is waiting already. Nothing was stored: retry later. */
    OVERLOADED,
    /** The database does not answer, and the outcome of the request is unknown: retry with the same key. */
    STORE_UNAVAILABLE,
    /** The database cannot be used in its present state. A person must act. */
    STORE_UNUSABLE,
    /** Another engine has taken over this store, or was started under the name of this one, which has stopped. */
    FENCED,
    /** This engine is closed. */
    CLOSED,
    /**
     * The execution was stored, and is no longer in the store. The store has lost acknowledged data, as in a failover
     * to a lagging standby, or an older copy was restored. The execution's steps may have been done.
     */
    LOST,
    /** The execution did not end within the caller's waiting time. It continues. */
    TIMED_OUT,
    /** The execution ended, but did not complete. */
    NOT_COMPLETED,
    /** A bug in Reeve. */
    INTERNAL;

    /**
     * Whether a retry of the same call may succeed without any other change. Retry with the same key, so that a request
     * that went through is not done twice.
     */
    public boolean isTransient() {
        return switch (this) {
            case OVERLOADED, STORE_UNAVAILABLE, TIMED_OUT -> true;
            case INVALID_INPUT,
                    WORKFLOW_UNKNOWN,
                    NOT_FOUND,
                    CONFLICT,
                    REFUSED,
                    UNAUTHENTICATED,
                    DENIED,
                    STORE_UNUSABLE,
                    FENCED,
                    CLOSED,
                    LOST,
                    NOT_COMPLETED,
                    INTERNAL -> false;
        };
    }
}
