package dev.reeve.internal.engine.runtime;

import dev.reeve.ClockJump;
import dev.reeve.internal.engine.runtime.StoreTime.Reading;
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
 * this machine is never used. {@link StoreTime} decides what a read means, jumps included. Thread-safe.
 */
public final class StoreClock implements Clock {

    private static final Logger LOG = LoggerFactory.getLogger(StoreClock.class);

    /** A first reading that took longer is repeated, since nothing is known that could correct it. */
    private static final Duration FIRST_TOLERANCE_MAX = Duration.ofMillis(250);

    private static final int FIRST_READINGS_MAX = 5;

    private final Supplier<Instant> store;
    private final LongSupplier monotonic;
    private final Duration freeze;
    private volatile StoreTime known;

    /**
     * @param store returns the store's time
     * @param monotonic time of this machine in nanoseconds
     * @param freeze how long the store's clock must have jumped before this clock follows
     */
    public StoreClock(Supplier<Instant> store, LongSupplier monotonic, Duration freeze) {
        this.store = store;
        this.monotonic = monotonic;
        this.freeze = freeze;
        this.known = StoreTime.first(first());
    }

    @Override
    public Instant now() {
        return known.own().at(monotonic.getAsLong()).truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public long nanos() {
        return monotonic.getAsLong();
    }

    /** Reads the store's clock. To be called by one thread at a time. */
    public void sync() {
        StoreTime before = known;
        StoreTime after = before.after(look(), freeze);
        known = after;
        if (after.doubt() != null && before.doubt() == null) {
            LOG.info("the store's clock differs from what was expected; it is read again before that counts");
        } else if (after.doubt() == null && before.doubt() != null) {
            LOG.info(
                    "the store's clock counts again; the time of this engine {}",
                    after.own().rate() == 1 ? "follows it" : "runs a tenth slower until both agree");
        }
    }

    /** Whether the last read differs from what was expected, so that the clock should be read again soon. */
    public boolean isDoubtful() {
        return known.doubt() != null;
    }

    /** The last jump of the store's clock that is certain; null if there was none. */
    public @Nullable ClockJump jump() {
        return known.jump();
    }

    private Reading first() {
        Reading best = look();
        for (int i = 1; i < FIRST_READINGS_MAX && best.tolerance().compareTo(FIRST_TOLERANCE_MAX) > 0; i++) {
            Reading next = look();
            best = next.tolerance().compareTo(best.tolerance()) < 0 ? next : best;
        }
        return best;
    }

    private Reading look() {
        // The middle of the round trip is the best estimate of when the store read its clock.
        long before = monotonic.getAsLong();
        Instant time = store.get();
        long half = (monotonic.getAsLong() - before) / 2;
        return new Reading(time, before + half, Duration.ofNanos(half));
    }
}
