package dev.reeve.simulation.run;

import dev.reeve.AuditOptions;
import dev.reeve.BreakerOptions;
import dev.reeve.DeliveryOptions;
import dev.reeve.LaneOptions;
import dev.reeve.MemoryOptions;
import dev.reeve.NodeOptions;
import dev.reeve.RetryOptions;
import dev.reeve.ServiceOptions;
import dev.reeve.SupervisorOptions;
import dev.reeve.internal.test.store.StoreFault;
import dev.reeve.simulation.world.ClusterPlan;
import dev.reeve.simulation.world.Profile;
import dev.reeve.simulation.world.WorldFault;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws profiles. Each seed has a random subset of the faults, each at a random rate, and limits small enough to be
 * reached. All faults at once would hide the effects of two faults in combination.
 *
 * @see <a href="https://dl.acm.org/doi/10.1145/2338965.2336763">Groce and others: Swarm Testing</a>
 */
final class Swarm {

    private static final double SELDOM = 0.004;

    private static final List<WorldFault> OF_NODES = List.of(
            WorldFault.NODE_CRASH,
            WorldFault.NODE_PAUSE,
            WorldFault.NODE_CLOSE,
            WorldFault.NODE_TAKEOVER,
            WorldFault.NODE_CUT,
            WorldFault.NODE_TWIN);

    private Swarm() {}

    /** A world for a store that no nodes share. */
    static Profile drawAlone(long seed) {
        return emphasised(seed).profile();
    }

    private static Draft emphasised(long seed) {
        Draft draft = draft(seed);
        Emphasis.of(seed).in(draft, new SplittableRandom(seed ^ 0x6d6f_7265L));
        return draft;
    }

    static Profile draw(long seed) {
        Draft draft = emphasised(seed);
        draft.neighbours = hasNeighbours(seed);
        if (isShared(seed)) {
            share(draft, new SplittableRandom(seed ^ 0x636c_7573L));
        }
        return draft.profile();
    }

    /** Whether there are two namespaces, as in an eighth of the seeds without an emphasis. */
    static boolean hasNeighbours(long seed) {
        return Emphasis.of(seed) == Emphasis.NOTHING && new SplittableRandom(seed ^ 0x6e61_6d65L).nextInt(8) == 0;
    }

    /** Whether several nodes share the store, as in a third of the seeds without an emphasis. */
    static boolean isShared(long seed) {
        return Emphasis.of(seed) == Emphasis.NOTHING && new SplittableRandom(seed ^ 0x7368_6172_65L).nextInt(3) == 0;
    }

    /** Drawn separately, so that worlds with one node are the same as before there were others. */
    private static void share(Draft draft, SplittableRandom random) {
        int nodes = pick(random, 2, 2, 3, 4, 5);
        int named = random.nextInt(nodes + 1);
        boolean onlooker = random.nextInt(4) == 0;
        Duration ttl = Duration.ofSeconds(pick(random, 3, 5, 10));
        boolean apart = onlooker && random.split().nextInt(3) > 0;
        draft.cluster = new ClusterPlan(nodes, named, onlooker, apart, ttl);
        if (draft.faults.isEmpty() && draft.storeFaults.isEmpty()) {
            return;
        }
        for (WorldFault fault : OF_NODES) {
            if (random.nextInt(3) == 0) {
                draft.faults.put(fault, rateMax(fault) * random.nextDouble());
            }
        }
    }

    private static Draft draft(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x5377_6172_6dL);
        Draft draft = new Draft(node(seed, random));
        boolean calm = random.nextInt(12) == 0;
        SplittableRandom messages = new SplittableRandom(seed ^ 0x6d61_696cL);
        draft.delivery = messages.nextInt(3) == 0 ? delivery(messages) : null;
        draft.workflows = pick(random, 1, 2, 3);
        draft.executions = 1 + random.nextInt(pick(random, 3, 10, 25));
        draft.agents = pick(random, 1, 2, 4);
        draft.slotsMax = pick(random, 1, 3, 8);
        if (!calm) {
            draft.faults.putAll(faults(random));
            draft.storeFaults.putAll(storeFaults(random));
        }
        draft.trouble = Duration.ofSeconds(60 + random.nextInt(pick(random, 120, 600, 1800)));
        draft.drift = random.nextInt(3) == 0 ? 0.0005 : 0;
        draft.patient = random.nextInt(6) == 0;
        draft.constructs = pick(new SplittableRandom(seed ^ 0x6c6f_6f70L), 0, 0, 2, 5) / 10.0;
        draft.children = pick(new SplittableRandom(seed ^ 0x6368_696cL), 0, 0, 0, 2) / 10.0;
        draft.busyOperator = new SplittableRandom(seed ^ 0x6275_7379L).nextBoolean();
        if (!calm) {
            draft.faults.putAll(serviceFaults(seed));
            draft.faults.putAll(delays(seed));
            draft.faults.putAll(moves(seed));
            draft.faults.putAll(shards(seed));
        }
        if (draft.delivery != null && !calm) {
            draft.faults.putAll(receivers(messages));
        }
        if (!calm && random.nextInt(8) == 0) {
            draft.faults.put(WorldFault.NODE_TAKEOVER, 0.4);
            draft.storeFaults.put(StoreFault.CLOCK_STEP, 5 * SELDOM);
        }
        return draft;
    }

    private static NodeOptions node(long seed, SplittableRandom random) {
        LaneOptions lane = new LaneOptions(
                pick(random, 2, 7, 100),
                pick(random, 3, 1000),
                pick(random, 2, 6, 1000),
                pick(random, 1, 3, 500),
                Duration.ofSeconds(pick(random, 2, 10, 30)),
                Duration.ofSeconds(pick(random, 1, 5, 15)));
        SupervisorOptions supervisor = new SupervisorOptions(
                Duration.ofSeconds(pick(random, 1, 2)),
                shortest(Duration.ofSeconds(pick(random, 3, 10)), lane.sweepAhead(), lane.parkAfter()),
                Duration.ofSeconds(pick(random, 10, 30)),
                pick(random, 1, 3, 5000));
        return NodeOptions.defaults()
                .withLanes(pick(random, 1, 1, 2, 3))
                .withLaneAndSupervisor(lane, supervisor)
                .withDrain(Duration.ofSeconds(10))
                .withAudit(audit(seed))
                .withMemory(memory(seed))
                .withServices(services(seed));
    }

    /** Less memory than the executions need, in two of three seeds. Drawn separately, as the auditor is. */
    private static MemoryOptions memory(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x6d65_6d6f_7279L);
        return random.nextInt(3) == 0
                ? MemoryOptions.UNBOUNDED
                : new MemoryOptions(
                        pick(random, 5_000, 15_000, 60_000),
                        pick(random, 1, 1_000, 10_000),
                        pick(random, 1, 2_000, 20_000));
    }

    private static Duration shortest(Duration... all) {
        return Collections.min(List.of(all));
    }

    /** In half of the seeds. Drawn separately, so that an auditor does not change the rest of the profile. */
    private static AuditOptions audit(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x6175_6469_74L);
        return random.nextBoolean()
                ? new AuditOptions(pick(random, 1, 4, 20), Duration.ofSeconds(pick(random, 10, 30, 90)))
                : AuditOptions.OFF;
    }

    /**
     * Breakers and budgets that open or run out after few attempts, in two of three seeds. Drawn separately, as the
     * auditor is.
     */
    private static ServiceOptions services(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x6272_6b72L);
        if (random.nextInt(3) == 0) {
            return ServiceOptions.defaults();
        }
        int calls = pick(random, 2, 3, 5);
        Duration openFirst = Duration.ofSeconds(pick(random, 1, 10, 90));
        return new ServiceOptions(
                new BreakerOptions(
                        calls * pick(random, 1, 2, 4),
                        calls,
                        pick(random, 1, 2),
                        pick(random, 3, 5, 8) / 10.0,
                        openFirst,
                        openFirst.multipliedBy(pick(random, 1, 4)),
                        pick(random, 1, 2, 3)),
                new RetryOptions(pick(random, 0, 2) / 10.0, pick(random, 1, 10, 100) / 10.0, pick(random, 1, 3, 100)));
    }

    /** In half of the seeds, at low rates. Drawn separately, as the auditor is. */
    private static Map<WorldFault, Double> serviceFaults(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x646f_776eL);
        Map<WorldFault, Double> rates = new EnumMap<>(WorldFault.class);
        if (random.nextBoolean()) {
            rates.put(WorldFault.SERVICE_DOWN, rateMax(WorldFault.SERVICE_DOWN) * random.nextDouble());
        }
        if (random.nextInt(3) == 0) {
            rates.put(WorldFault.SERVICE_PAUSED, rateMax(WorldFault.SERVICE_PAUSED) * random.nextDouble());
        }
        return rates;
    }

    /** In a quarter of the seeds. These have further versions to move to. */
    private static Map<WorldFault, Double> moves(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x6d6f_7665L);
        return random.nextInt(4) == 0
                ? Map.of(
                        WorldFault.OPERATOR_MOVES,
                        rateMax(WorldFault.OPERATOR_MOVES) * random.nextDouble(),
                        WorldFault.DEPLOY,
                        0.1)
                : Map.of();
    }

    /** In half of the seeds. */
    private static Map<WorldFault, Double> shards(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x7368_6172_64L);
        return random.nextBoolean()
                ? Map.of(WorldFault.SHARDS_MOVE, rateMax(WorldFault.SHARDS_MOVE) * random.nextDouble())
                : Map.of();
    }

    /** In a third of the seeds. */
    private static Map<WorldFault, Double> delays(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x6465_6c61L);
        return random.nextInt(3) == 0
                ? Map.of(WorldFault.CLIENT_DELAYS, rateMax(WorldFault.CLIENT_DELAYS) * random.nextDouble())
                : Map.of();
    }

    /** In a third of the seeds. Drawn separately, so that the rest of the profile is the same without it. */
    private static DeliveryOptions delivery(SplittableRandom random) {
        return new DeliveryOptions(
                pick(random, 1, 3, 128),
                pick(random, 1, 4, 16),
                Duration.ofSeconds(pick(random, 3, 15)),
                Duration.ofSeconds(1),
                Duration.ofSeconds(pick(random, 5, 60)),
                Duration.ofSeconds(pick(random, 120, 3_600, 259_200)),
                Duration.ofSeconds(2));
    }

    private static Map<WorldFault, Double> receivers(SplittableRandom random) {
        Map<WorldFault, Double> rates = new EnumMap<>(WorldFault.class);
        for (WorldFault fault : WorldFault.values()) {
            if (fault.isOfReceivers() && random.nextBoolean()) {
                rates.put(fault, rateMax(fault) * random.nextDouble());
            }
        }
        return rates;
    }

    private static int pick(SplittableRandom random, int... values) {
        return values[random.nextInt(values.length)];
    }

    private static Map<WorldFault, Double> faults(SplittableRandom random) {
        Map<WorldFault, Double> rates = new EnumMap<>(WorldFault.class);
        boolean many = random.nextInt(4) == 0;
        for (WorldFault fault : WorldFault.values()) {
            if (!fault.isDrawnApart() && random.nextInt(many ? 2 : 4) == 0) {
                rates.put(fault, rateMax(fault) * random.nextDouble());
            }
        }
        return rates;
    }

    private static double rateMax(WorldFault fault) {
        return switch (fault) {
            case NODE_CRASH,
                    NODE_PAUSE,
                    NODE_TAKEOVER,
                    NODE_CLOSE,
                    NODE_CUT,
                    NODE_TWIN,
                    AGENT_CRASH,
                    AGENT_PAUSE,
                    NET_CUT -> 0.15;
            case SERVICE_DOWN, SERVICE_PAUSED -> 0.15;
            case SHARDS_MOVE -> 0.9;
            case DEPLOY -> 0.05;
            case OPERATOR_ACTS, OPERATOR_MOVES -> 0.5;
            case NET_LOSS, NET_DUPLICATE, NET_DELAY -> 0.2;
            case CLIENT_REPEATS, CLIENT_CONFLICTS, CLIENT_CANCELS, CLIENT_DELAYS -> 0.6;
            case HANDLER_DIES_BEFORE, HANDLER_DIES_AFTER -> 0.5;
            case OUTPUT_OVERSIZE -> 0.03;
            case PROBE_RUNNING -> 0.5;
            case RECEIVER_DOWN, RECEIVER_GONE -> 0.1;
            case RECEIVER_SLOW, RECEIVER_SILENT, RECEIVER_ERRS, RECEIVER_REFUSES -> 0.3;
            case HANDLER_SLOW,
                    HANDLER_SILENT,
                    HANDLER_LATE,
                    REPORT_TWICE,
                    REPORT_FORGED,
                    OUTPUT_GARBAGE,
                    FAILS_TRANSIENT,
                    FAILS_PERMANENT,
                    FAILS_THROTTLED,
                    BEATS_STOP,
                    PROBE_UNKNOWN -> 0.4;
        };
    }

    private static Map<StoreFault, Double> storeFaults(SplittableRandom random) {
        Map<StoreFault, Double> rates = new EnumMap<>(StoreFault.class);
        boolean none = random.nextInt(4) == 0;
        for (StoreFault fault : StoreFault.values()) {
            if (!none && random.nextInt(3) == 0) {
                boolean lasts = switch (fault) {
                    case OUTAGE, READ_ONLY, SLOWNESS, DISK_FULL, FAILOVER, CLOCK_STEP -> true;
                    case REQUEST_LOST, ANSWER_LOST, ZOMBIE, UNREPLICATED, HANGS, SLOW, OFFENCE -> false;
                };
                rates.put(fault, (lasts ? SELDOM : 0.1) * random.nextDouble());
            }
        }
        return rates;
    }
}
