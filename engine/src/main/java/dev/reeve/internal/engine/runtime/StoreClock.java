package dev.reeve.internal.engine.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's clock. Between two reads of that clock, this machine's monotonic clock advances it. The wall clock of
 * this machine is never used.
 *
 * <p>If the store's clock is set back by more than a few seconds, this clock runs a tenth slower until both agree, as
 * time servers do. Otherwise it would have to stand still, with all timers, because histories do not go back.
 *
 * <p>A jump forwards is followed once two reads agree on it. A machine that was suspended has such a jump, and what
 * became due meanwhile is due now. A single read is not trusted, because everything due within the jump would be due at
 * once. Until the second read, time passes as before. Thread-safe.
 */
public final class StoreClock implements Clock {

    private static final Logger LOG = LoggerFactory.getLogger(StoreClock.class);

    private static final Duration JUMP = Duration.ofSeconds(5);

    /** How fast this clock runs after the store's clock was set back. */
    private static final double SLOWER = 0.9;

    private record Fix(Instant time, long nanos, double rate) {

        Instant at(long later) {
            long passed = later - nanos;
            return time.plusNanos(rate == 1 ? passed : (long) (passed * rate));
        }
    }

    private final Supplier<Instant> store;
    private final LongSupplier monotonic;
    private volatile Fix fix;

    /** The last read, if it was a jump forwards that is not confirmed yet; otherwise null. */
    private volatile @Nullable Fix unconfirmed;

    /**
     * @param store returns the store's time
     * @param monotonic time of this machine in nanoseconds
     */
    public StoreClock(Supplier<Instant> store, LongSupplier monotonic) {
        this.store = store;
        this.monotonic = monotonic;
        this.fix = look();
    }

    @Override
    public Instant now() {
        return fix.at(monotonic.getAsLong()).truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public long nanos() {
        return monotonic.getAsLong();
    }

    /** Reads the store's clock. */
    public void sync() {
        Fix before = fix;
        Fix next = look();
        Duration jump = Duration.between(before.at(next.nanos), next.time);
        boolean isBack = jump.compareTo(JUMP.negated()) < 0;
        if (isBack && before.rate == 1) {
            LOG.warn(
                    "the store's clock was set back by {}; time passes a tenth slower here until it agrees",
                    jump.negated());
        } else if (jump.compareTo(JUMP) > 0) {
            if (!isConfirmed(next)) {
                LOG.warn(
                        "the store's clock seems to have jumped forwards by {}; it is read again before that counts",
                        jump);
                unconfirmed = next;
                return;
            }
            LOG.warn("the store's clock jumped forwards by {}; timers follow it from now on", jump);
        } else if (unconfirmed != null) {
            LOG.warn(
                    "the store's clock has not jumped forwards, though one look at it said so; that look did not count");
        }
        unconfirmed = null;
        fix = isBack ? new Fix(before.at(next.nanos), next.nanos, SLOWER) : next;
    }

    /** Whether a jump forwards is not confirmed yet, so that the clock should be read again soon. */
    public boolean isDoubtful() {
        return unconfirmed != null;
    }

    /** Whether the previous read saw the same jump. */
    private boolean isConfirmed(Fix seen) {
        Fix before = unconfirmed;
        return before != null
                && Duration.between(before.at(seen.nanos), seen.time).abs().compareTo(JUMP) <= 0;
    }

    private Fix look() {
        // The middle of the round trip is the best estimate of when the store read its clock.
        long before = monotonic.getAsLong();
        Instant time = store.get();
        long after = monotonic.getAsLong();
        return new Fix(time, before + (after - before) / 2, 1);
    }
}
