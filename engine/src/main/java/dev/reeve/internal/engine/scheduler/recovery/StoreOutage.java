package dev.reeve.internal.engine.scheduler.recovery;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Tracks how long the store has failed. Single failures are not reported; a lasting one is reported to callers. Written
 * by the lane's thread; any thread may read it.
 */
public final class StoreOutage {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private record Trouble(long sinceNanos, Throwable last) {}

    private volatile @Nullable Trouble trouble;
    private long workedSinceNanos;
    private boolean works;
    private final AtomicInteger losses = new AtomicInteger();

    public void failed(Throwable cause, long nanos) {
        Trouble before = trouble;
        // A failure after the store has worked for a while begins a new outage.
        boolean isNew = works && nanos - workedSinceNanos >= PATIENCE.toNanos();
        works = false;
        trouble = new Trouble(before == null || isNew ? nanos : before.sinceNanos, cause);
    }

    /** The store has lost work that it had acknowledged. */
    void forgotten() {
        losses.incrementAndGet();
    }

    /** How often the store has lost work that it had acknowledged. */
    public int losses() {
        return losses.get();
    }

    /** The lane was loaded. Whether it can write is not known yet. */
    public void loaded(long nanos) {
        works = true;
        workedSinceNanos = nanos;
    }

    /** Something was written. */
    public void stored() {
        if (trouble != null) {
            trouble = null;
        }
    }

    private @Nullable Trouble lasting(long nanos) {
        Trouble known = trouble;
        return known != null && nanos - known.sinceNanos >= PATIENCE.toNanos() ? known : null;
    }

    public boolean lasts(long nanos) {
        return lasting(nanos) != null;
    }

    /**
     * Why a person must act; null while the failure may pass. Reported only after a while, because a failover can look
     * like this at first.
     */
    public @Nullable ReeveException unusable(long nanos) {
        Trouble known = lasting(nanos);
        if (known == null
                || !(known.last instanceof StoreException cause)
                || cause.kind() != StoreException.Kind.UNUSABLE) {
            return null;
        }
        return ReeveException.of(
                ErrorCode.STORE_UNUSABLE,
                "the store cannot be used, and this engine has stopped; stored executions continue when it is opened again: "
                        + cause.getMessage(),
                cause);
    }

    /** For a start that never reached the store. */
    public ReeveException nothingStored() {
        return refusal("nothing was started: try again when it is back");
    }

    /** For a start whose outcome only the store knows. */
    public ReeveException inDoubt() {
        return refusal("the start may or may not be stored: start again with the same key when it is back");
    }

    /** For a request that was being stored when other nodes have removed this one. */
    public static ReeveException removedInDoubt() {
        return ReeveException.of(
                ErrorCode.STORE_UNAVAILABLE,
                "other nodes have removed this one while it stored the request, which may or may not be stored: start again with"
                        + " the same key, and look at the execution before you repeat anything else");
    }

    private ReeveException refusal(String advice) {
        Trouble known = trouble;
        Throwable cause = known == null ? null : known.last;
        return ReeveException.of(
                ErrorCode.STORE_UNAVAILABLE,
                "the store has not answered for %d seconds or more; %s%s"
                        .formatted(PATIENCE.toSeconds(), advice, cause == null ? "" : ": " + cause.getMessage()),
                cause);
    }
}
