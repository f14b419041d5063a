package dev.reeve.simulation.run;

import dev.reeve.BreakerOptions;
import dev.reeve.LaneOptions;
import dev.reeve.RetryOptions;
import dev.reeve.ServiceOptions;
import dev.reeve.internal.test.store.StoreFault;
import dev.reeve.simulation.world.WorldFault;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Faults that a world has more of than chance would give it. Some mistakes show only where several rare faults meet,
 * and they meet often in a world that emphasises what they have in common. The rest of the profile is drawn as for any
 * other world.
 */
public enum Emphasis {
    NOTHING {
        @Override
        void in(Draft draft, RandomGenerator random) {}
    },

    /**
     * Answers of the database are lost or wrong, nodes take over from each other, and clocks step. Agents have few
     * slots, so that a slot that is lost with an answer is missed.
     */
    STORE {
        @Override
        void in(Draft draft, RandomGenerator random) {
            draft.slotsMax = 1;
            draft.agents = 1 + random.nextInt(2);
            draft.faults.put(WorldFault.NODE_TAKEOVER, upTo(0.3, random));
            draft.faults.put(WorldFault.NODE_PAUSE, upTo(0.1, random));
            draft.storeFaults.put(StoreFault.ANSWER_LOST, upTo(0.1, random));
            draft.storeFaults.put(StoreFault.ZOMBIE, upTo(0.1, random));
            draft.storeFaults.put(StoreFault.DISK_FULL, upTo(0.004, random));
            if (random.nextBoolean()) {
                draft.storeFaults.put(StoreFault.CLOCK_STEP, upTo(0.02, random));
            }
        }
    },

    /** More work is under way when a node dies than its successor has room for. */
    SMALL_MEMORY {
        @Override
        void in(Draft draft, RandomGenerator random) {
            LaneOptions lane = draft.node.lane();
            draft.laterNodes = draft.node.withLane(limited(lane, 1 + random.nextInt(2), 1));
            draft.node = draft.node.withLane(limited(lane, 1000, 500));
            draft.executions = 15 + random.nextInt(10);
            draft.agents = 2 + random.nextInt(3);
            draft.slotsMax = 8;
            draft.patient = true;
            draft.faults.put(WorldFault.NODE_CRASH, upTo(0.05, random));
            draft.trouble = Duration.ofSeconds(180 + random.nextInt(300));
        }

        private static LaneOptions limited(LaneOptions lane, int activeMax, int pageSize) {
            return new LaneOptions(
                    lane.batchMessagesMax(), 1000, activeMax, pageSize, lane.parkAfter(), lane.sweepAhead());
        }
    },

    /** The outcome of many attempts is unknown, and services do not always answer probes. */
    DOUBT {
        @Override
        void in(Draft draft, RandomGenerator random) {
            draft.executions = 8 + random.nextInt(12);
            draft.faults.put(WorldFault.HANDLER_SILENT, upTo(0.3, random));
            draft.faults.put(WorldFault.HANDLER_DIES_AFTER, upTo(0.1, random));
            draft.faults.put(WorldFault.PROBE_UNKNOWN, upTo(0.5, random));
            draft.faults.put(WorldFault.FAILS_TRANSIENT, upTo(0.3, random));
            draft.faults.put(WorldFault.FAILS_PERMANENT, upTo(0.4, random));
        }
    },

    /** Many steps need a person, and operators act alone and in bulk, while nodes come and go. */
    OPERATORS {
        @Override
        void in(Draft draft, RandomGenerator random) {
            draft.busyOperator = true;
            draft.executions = 8 + random.nextInt(8);
            draft.patient = random.nextBoolean();
            draft.faults.put(WorldFault.OPERATOR_ACTS, upTo(1, random));
            draft.faults.put(WorldFault.FAILS_TRANSIENT, upTo(0.3, random));
            draft.faults.put(WorldFault.NODE_CRASH, upTo(0.2, random));
            draft.faults.put(WorldFault.FAILS_PERMANENT, upTo(0.3, random));
            draft.faults.put(WorldFault.HANDLER_SILENT, upTo(0.1, random));
        }
    },

    /**
     * Items, rounds, choices, signals and points of no return, while nodes and agents come and go and services fail.
     */
    CONSTRUCTS {
        @Override
        void in(Draft draft, RandomGenerator random) {
            draft.constructs = 0.4 + random.nextDouble() / 2;
            draft.workflows = 3 + random.nextInt(4);
            draft.executions = 10 + random.nextInt(15);
            draft.slotsMax = 3 + random.nextInt(5);
            draft.faults.put(WorldFault.NODE_CRASH, upTo(0.2, random));
            draft.faults.put(WorldFault.AGENT_CRASH, upTo(0.05, random));
            draft.faults.put(WorldFault.FAILS_TRANSIENT, upTo(0.2, random));
            draft.faults.put(WorldFault.FAILS_PERMANENT, upTo(0.15, random));
            draft.faults.put(WorldFault.HANDLER_SILENT, upTo(0.1, random));
            draft.faults.put(WorldFault.CLIENT_CANCELS, upTo(0.3, random));
            draft.storeFaults.put(StoreFault.ANSWER_LOST, upTo(0.05, random));
        }
    },

    /** Services fail for all callers and are paused, under high load. */
    SERVICES {
        @Override
        void in(Draft draft, RandomGenerator random) {
            int calls = 2 + random.nextInt(2);
            Duration openFirst = Duration.ofSeconds(5 + random.nextInt(60));
            draft.node = draft.node.withServices(new ServiceOptions(
                    new BreakerOptions(
                            2 * calls, calls, 1, 0.5, openFirst, openFirst.multipliedBy(2), 1 + random.nextInt(3)),
                    new RetryOptions(0.2 * random.nextInt(2), 0.5, 1 + random.nextInt(3))));
            draft.laterNodes = draft.node;
            draft.executions = 15 + random.nextInt(10);
            draft.slotsMax = 4 + random.nextInt(5);
            draft.patient = random.nextBoolean();
            draft.faults.put(WorldFault.SERVICE_DOWN, upTo(0.15, random));
            draft.faults.put(WorldFault.SERVICE_PAUSED, upTo(0.05, random));
            draft.faults.put(WorldFault.AGENT_CRASH, upTo(0.1, random));
        }
    },

    /**
     * Lists, rounds and early ends are undone, also those of children. Services refuse or stay silent, so that a person
     * decides, also to run again what has ended.
     */
    UNDOING {
        @Override
        void in(Draft draft, RandomGenerator random) {
            draft.busyOperator = true;
            draft.constructs = 0.3 + random.nextDouble() / 3;
            draft.children = 0.3 + random.nextDouble() / 3;
            draft.workflows = 3 + random.nextInt(3);
            draft.executions = 5 + random.nextInt(6);
            draft.slotsMax = 3 + random.nextInt(5);
            draft.faults.put(WorldFault.OPERATOR_ACTS, upTo(1, random));
            draft.faults.put(WorldFault.NODE_CRASH, upTo(0.3, random));
            draft.faults.put(WorldFault.FAILS_PERMANENT, upTo(0.4, random));
            draft.faults.put(WorldFault.HANDLER_SILENT, upTo(0.2, random));
            draft.faults.put(WorldFault.CLIENT_CANCELS, upTo(0.5, random));
        }
    },

    /**
     * Executions start children, which fail, are cancelled and compensated, while nodes die and take over from each
     * other.
     */
    CHILDREN {
        @Override
        void in(Draft draft, RandomGenerator random) {
            draft.children = 0.25 + random.nextDouble() / 3;
            draft.workflows = 3 + random.nextInt(3);
            draft.executions = 4 + random.nextInt(7);
            draft.agents = 2 + random.nextInt(2);
            draft.slotsMax = 3 + random.nextInt(5);
            draft.faults.put(WorldFault.NODE_CRASH, upTo(0.15, random));
            draft.faults.put(WorldFault.NODE_TAKEOVER, upTo(0.1, random));
            draft.faults.put(WorldFault.FAILS_PERMANENT, upTo(0.2, random));
            draft.faults.put(WorldFault.CLIENT_CANCELS, upTo(0.5, random));
            draft.storeFaults.put(StoreFault.ANSWER_LOST, upTo(0.05, random));
            draft.trouble = Duration.ofSeconds(90 + random.nextInt(200));
        }
    };

    abstract void in(Draft draft, RandomGenerator random);

    private static final List<Emphasis> FIRST =
            List.of(STORE, SMALL_MEMORY, DOUBT, OPERATORS, CONSTRUCTS, SERVICES, UNDOING);

    /** The emphasis of the world with this seed. Seven of nine worlds emphasise something. */
    public static Emphasis of(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x656d_7068L);
        if (random.nextInt(3) > 0) {
            return FIRST.get(random.nextInt(FIRST.size()));
        }
        return random.nextInt(3) == 0 ? CHILDREN : NOTHING;
    }

    /** Between half of the rate and the rate. */
    private static double upTo(double rate, RandomGenerator random) {
        return rate * (1 + random.nextDouble()) / 2;
    }
}
