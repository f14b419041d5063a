package dev.reeve.engine;

/** What kind of trouble a {@link ReeveException} is, for programs. A name, once released, keeps its meaning. */
public enum ErrorCode {
    /** What was given is malformed or breaks a limit, and nothing was stored; or an output is not of the type asked for. */
    INVALID_INPUT,
    /** No workflow of this name, or no such version of it, is deployed. */
    WORKFLOW_UNKNOWN,
    /** There is no such execution, step, signal, schedule or action. */
    NOT_FOUND,
    /** The key or version is taken by something else. */
    CONFLICT,
    /** The execution or step is not in a state in which this can be asked of it. */
    REFUSED,
    /** Too much is waiting already: try again later. Nothing was stored. */
    OVERLOADED,
    /** The database does not answer, and whether the request went through is not known: ask again with the same key. */
    STORE_UNAVAILABLE,
    /** The database cannot be used as it is; a person must act. */
    STORE_UNUSABLE,
    /** Another engine has taken over this store. */
    FENCED,
    /** This engine is closed. */
    CLOSED,
    /**
     * The execution had been stored, and is not in the store any more: the store has lost what it had acknowledged, as in a failover to
     * a standby that lagged behind, or an older copy of it was restored. Its steps may have been done.
     */
    LOST,
    /** The execution did not end within the time that the caller was ready to wait; it goes on. */
    TIMED_OUT,
    /** The execution ended, but was not completed. */
    NOT_COMPLETED,
    /** A mistake in Reeve. */
    INTERNAL;

    /**
     * Whether the same call may succeed later although nobody changes anything. Start again with the same key, so that what went
     * through is not done twice.
     */
    public boolean isTransient() {
        return switch (this) {
            case OVERLOADED, STORE_UNAVAILABLE, TIMED_OUT -> true;
            case INVALID_INPUT,
                    WORKFLOW_UNKNOWN,
                    NOT_FOUND,
                    CONFLICT,
                    REFUSED,
                    STORE_UNUSABLE,
                    FENCED,
                    CLOSED,
                    LOST,
                    NOT_COMPLETED,
                    INTERNAL -> false;
        };
    }
}
