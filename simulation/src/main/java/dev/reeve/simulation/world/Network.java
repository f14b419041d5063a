package dev.reeve.simulation.world;

import dev.reeve.internal.test.timeline.Timeline;
import java.time.Duration;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Carries messages between agents and nodes: late, twice, out of order, or not at all. */
final class Network {

    private final Timeline timeline;
    private final Fate fate;
    private final Map<WorldFault, Double> rates;
    private final RandomGenerator random;

    Network(Timeline timeline, Fate fate, Map<WorldFault, Double> rates) {
        this.timeline = timeline;
        this.fate = fate;
        this.rates = rates;
        this.random = fate.source("network");
    }

    /** One direction of an agent's connection. */
    static final class Line {
        private long cutUntil;

        void cut(long untilNanos) {
            cutUntil = untilNanos;
        }
    }

    void send(Line line, String what, Runnable arrival) {
        if (timeline.nanos() < line.cutUntil || fate.happens(WorldFault.NET_LOSS.kind(), rate(WorldFault.NET_LOSS))) {
            return;
        }
        deliver(what, arrival);
        if (fate.happens(WorldFault.NET_DUPLICATE.kind(), rate(WorldFault.NET_DUPLICATE))) {
            deliver(what, arrival);
        }
    }

    private void deliver(String what, Runnable arrival) {
        long nanos = 100_000 + random.nextLong(2_000_000);
        if (fate.happens(WorldFault.NET_DELAY.kind(), rate(WorldFault.NET_DELAY))) {
            nanos += random.nextLong(8_000_000_000L);
        }
        timeline.after(Duration.ofNanos(nanos), what, arrival);
    }

    private double rate(WorldFault fault) {
        return rates.getOrDefault(fault, 0.0);
    }
}
