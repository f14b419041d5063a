package dev.reeve.engine.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's clock, kept between two looks at it by the monotonic clock of this machine. What the wall clock of this
 * machine says never matters (F27). Thread-safe.
 */
public final class StoreClock implements Clock {

    private static final Logger LOG = LoggerFactory.getLogger(StoreClock.class);

    private static final Duration JUMP = Duration.ofSeconds(5);

    private record Fix(Instant storeTime, long nanos) {}

    private final Supplier<Instant> store;
    private final LongSupplier monotonic;
    private volatile Fix fix;

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
        Fix known = fix;
        return known.storeTime.plusNanos(monotonic.getAsLong() - known.nanos).truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public long nanos() {
        return monotonic.getAsLong();
    }

    /** Looks at the store's clock again. */
    public void sync() {
        Instant expected = now();
        Fix next = look();
        Duration jump = Duration.between(expected, next.storeTime);
        if (jump.abs().compareTo(JUMP) > 0) {
            LOG.warn("the store's clock jumped by {}; timers follow it from now on", jump);
        }
        fix = next;
    }

    private Fix look() {
        // Half the way there and back is the best guess at when the store looked at its clock.
        long before = monotonic.getAsLong();
        Instant time = store.get();
        long after = monotonic.getAsLong();
        return new Fix(time, before + (after - before) / 2);
    }
}
