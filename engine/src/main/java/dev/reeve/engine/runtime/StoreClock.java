package dev.reeve.engine.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's clock, kept between two looks at it by the monotonic clock of this machine. What the wall clock of this
 * machine says never matters (F27).
 *
 * <p>If the store's clock is set back by more than a few seconds, this one is not: it goes on a tenth slower until they agree,
 * as time servers do it. It would otherwise have to stand still, because histories do not go back, and so would all
 * timers. A jump forwards is followed once two looks agree on it: a machine that was suspended has one, and what was due meanwhile is
 * due now. One look alone is not believed, because all that is due within the jump would fall due at once; until then time passes
 * as before. Thread-safe.
 */
public final class StoreClock implements Clock {

    private static final Logger LOG = LoggerFactory.getLogger(StoreClock.class);

    private static final Duration JUMP = Duration.ofSeconds(5);

    /** How fast time passes here while the store's clock, which was set back, catches up. */
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

    /** What the last look saw, if that was a jump forwards that no other has confirmed; null if it was not. */
    private volatile @Nullable Fix unconfirmed;

    /**
     * @param store answers with the store's time
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

    /** Looks at the store's clock again. */
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
                        "the store's clock seems to have jumped forwards by {}; it is looked at again before that counts",
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

    /** Whether a jump forwards was seen that another look has not confirmed yet: it should be looked at again soon. */
    public boolean isDoubtful() {
        return unconfirmed != null;
    }

    /** Whether the look before this one saw the same jump. */
    private boolean isConfirmed(Fix seen) {
        Fix before = unconfirmed;
        return before != null
                && Duration.between(before.at(seen.nanos), seen.time).abs().compareTo(JUMP) <= 0;
    }

    private Fix look() {
        // Half the way there and back is the best guess at when the store looked at its clock.
        long before = monotonic.getAsLong();
        Instant time = store.get();
        long after = monotonic.getAsLong();
        return new Fix(time, before + (after - before) / 2, 1);
    }
}
