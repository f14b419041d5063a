package dev.reeve.benchmark.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Chooses the faults of a run, and the places that they strike. For one thread. */
public final class ClusterSchedule {

    private final Random random;
    private final List<ClusterFault> faults;
    private final int nodes;
    private final int agents;
    private final double intervalSeconds;

    /** Whether there is one fault at each place, in turn. */
    private final boolean inTurn;

    private final List<ClusterFault> left = new ArrayList<>();
    private int made;

    private ClusterSchedule(
            Random random, List<ClusterFault> faults, int nodes, int agents, double intervalSeconds, boolean inTurn) {
        this.random = random;
        this.faults = faults;
        this.nodes = nodes;
        this.agents = agents;
        this.intervalSeconds = intervalSeconds;
        this.inTurn = inTurn;
    }

    /** Each kind of fault once before any kind comes again, in random order, at random places. */
    ClusterSchedule(long seed, List<ClusterFault> faults, int nodes, int agents, double intervalSeconds) {
        this(new Random(seed), faults, nodes, agents, intervalSeconds, false);
    }

    /** One fault at each place, in turn. */
    public static ClusterSchedule inTurn(ClusterFault fault, int nodes, double intervalSeconds) {
        return new ClusterSchedule(new Random(1), List.of(fault), nodes, 0, intervalSeconds, true);
    }

    /** No fault. */
    public static ClusterSchedule quiet() {
        return new ClusterSchedule(new Random(1), List.of(), 1, 0, 1, true);
    }

    /** Whether another fault follows: while there is time, and until there was one of each kind. */
    boolean goesOn(long leftNanos) {
        return !faults.isEmpty() && (inTurn ? made < nodes : leftNanos > 0 || made < faults.size());
    }

    ClusterFault fault() {
        if (left.isEmpty()) {
            left.addAll(faults);
            Collections.shuffle(left, random);
        }
        made++;
        return left.removeLast();
    }

    /** The place that this fault strikes. */
    int place(ClusterFault fault) {
        if (fault == ClusterFault.AGENT) {
            return nodes + random.nextInt(agents);
        }
        return inTurn ? (made - 1) % nodes : random.nextInt(nodes);
    }

    /** The time until the next fault. */
    Duration pause() {
        return Duration.ofMillis((long) (intervalSeconds * 1_000 * (1 + random.nextDouble()) / 2));
    }
}
