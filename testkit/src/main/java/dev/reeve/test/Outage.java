package dev.reeve.test;

import dev.reeve.internal.test.store.Decisions;
import dev.reeve.internal.test.store.StoreFault;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.spi.transport.AttemptRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Store outages at the times that a test chooses. Injects no other fault. */
final class Outage implements Mishaps, Decisions {

    private @Nullable Rig rig;
    private long until;
    private boolean looking;

    Rig rig() {
        Rig made = new Rig(this, new StoreFaults(Map.of(StoreFault.REQUEST_LOST, 1.0), this));
        rig = made;
        return made;
    }

    void begin(Duration length) {
        until = Math.max(until, nanos() + length.toNanos());
    }

    private long nanos() {
        return Objects.requireNonNull(rig, "it was made").timeline.nanos();
    }

    @Override
    public Mishap of(AttemptRequest request) {
        return Mishap.NONE;
    }

    @Override
    public void looking(boolean isLooking) {
        looking = isLooking;
    }

    @Override
    public boolean happens(String kind, double rate) {
        return !looking && rig != null && nanos() < until;
    }
}
