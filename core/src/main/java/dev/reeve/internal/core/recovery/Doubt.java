package dev.reeve.internal.core.recovery;

import dev.reeve.Failure;

/** Whether a step is in doubt (C5), as seen when one of its attempts has failed. */
public enum Doubt {
    /** It was not done: no attempt left a doubt, or a probe has clarified it since. */
    NONE,
    /** The attempt that has just failed did not do it, but one before it may have. */
    EARLIER_ATTEMPT,
    /** The attempt that has just failed may have done it. */
    THIS_ATTEMPT;

    /**
     * Whether the side effect may have happened. A silent or lost agent may have done the work, even if
     * {@code possiblyDone} is false.
     */
    public static boolean leavesDoubt(Failure failure) {
        return switch (failure.cause()) {
            case SILENT, LOST -> true;
            case TRANSIENT, THROTTLED, BUSINESS, POISON -> failure.possiblyDone();
        };
    }
}
