package dev.reeve.internal.agent;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes when the test says so. */
final class FakeTicker implements Ticker {

    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long nanos() {
        return nanos.get();
    }

    void advance(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }
}
