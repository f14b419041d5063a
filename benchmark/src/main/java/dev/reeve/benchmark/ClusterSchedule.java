package dev.reeve.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Chooses the faults of a run: each kind once before any kind comes again, in random order. */
final class ClusterSchedule {

    private final Random random;
    private final List<ClusterFault> faults;
    private final int nodes;
    private final double intervalSeconds;
    private final List<ClusterFault> left = new ArrayList<>();

    ClusterSchedule(long seed, List<ClusterFault> faults, int nodes, double intervalSeconds) {
        this.random = new Random(seed);
        this.faults = faults;
        this.nodes = nodes;
        this.intervalSeconds = intervalSeconds;
    }

    ClusterFault fault() {
        if (left.isEmpty()) {
            left.addAll(faults);
            Collections.shuffle(left, random);
        }
        return left.removeLast();
    }

    /** The place that the next fault strikes. */
    int place() {
        return random.nextInt(nodes);
    }

    /** The time until the next fault. */
    Duration pause() {
        return Duration.ofMillis((long) (intervalSeconds * 1_000 * (1 + random.nextDouble()) / 2));
    }
}
