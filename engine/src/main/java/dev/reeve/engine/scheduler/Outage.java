package dev.reeve.engine.scheduler;

import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.store.StoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * For how long the store has not done what a lane asked of it. A failure now and then is nobody's business; one that lasts
 * is told to callers. Written by the lane's thread, read by any.
 */
final class Outage {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private record Trouble(long sinceNanos, Throwable last) {}

    private volatile @Nullable Trouble trouble;
    private long workedSinceNanos;
    private boolean works;

    void failed(Throwable cause, long nanos) {
        Trouble before = trouble;
        // What had worked for a while is a new trouble when it fails.
        boolean isNew = works && nanos - workedSinceNanos >= PATIENCE.toNanos();
        works = false;
        trouble = new Trouble(before == null || isNew ? nanos : before.sinceNanos, cause);
    }

    /** The lane has been loaded; whether it can write remains to be seen. */
    void loaded(long nanos) {
        works = true;
        workedSinceNanos = nanos;
    }

    /** Something has been written. */
    void stored() {
        if (trouble != null) {
            trouble = null;
        }
    }

    private @Nullable Trouble lasting(long nanos) {
        Trouble known = trouble;
        return known != null && nanos - known.sinceNanos >= PATIENCE.toNanos() ? known : null;
    }

    boolean lasts(long nanos) {
        return lasting(nanos) != null;
    }

    /** Why a person must act; null while it may pass. Kept back for a while, because a failover looks odd in its middle. */
    @Nullable ReeveException unusable(long nanos) {
        Trouble known = lasting(nanos);
        if (known == null
                || !(known.last instanceof StoreException cause)
                || cause.kind() != StoreException.Kind.UNUSABLE) {
            return null;
        }
        return new ReeveException(
                ErrorCode.STORE_UNUSABLE,
                "the store cannot be used, and this engine has stopped; what is stored goes on when it is opened again: "
                        + cause.getMessage(),
                cause);
    }

    /** For a start that never reached the store. */
    ReeveException nothingStored() {
        return refusal("nothing was started: try again when it is back");
    }

    /** For a start of which only the store knows. */
    ReeveException inDoubt() {
        return refusal("the start may or may not be stored: start again with the same key when it is back");
    }

    private ReeveException refusal(String advice) {
        Trouble known = trouble;
        Throwable cause = known == null ? null : known.last;
        return new ReeveException(
                ErrorCode.STORE_UNAVAILABLE,
                "the store has not done what it was asked for %d seconds or more; %s%s"
                        .formatted(PATIENCE.toSeconds(), advice, cause == null ? "" : ": " + cause.getMessage()),
                cause);
    }
}
