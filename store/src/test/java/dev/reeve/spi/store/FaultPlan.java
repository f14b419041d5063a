package dev.reeve.spi.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Decides what goes wrong. Called from every lane's thread. */
@FunctionalInterface
public interface FaultPlan {

    /** A call of a lane to its store. */
    enum Call {
        COMMIT,
        REACQUIRE,
        READ
    }

    Fault next(Call call);

    /** Nothing ever goes wrong. */
    static FaultPlan none() {
        return call -> Fault.NONE;
    }

    /** These faults happen to the next calls of this kind, one each, in this order; after them nothing goes wrong. */
    static FaultPlan script(Call kind, Fault... faults) {
        Deque<Fault> left = new ArrayDeque<>(List.of(faults));
        return call -> {
            synchronized (left) {
                return call == kind && !left.isEmpty() ? left.removeFirst() : Fault.NONE;
            }
        };
    }

    /**
     * Faults of every kind at random; the same ones for the same seed and order of calls.
     *
     * @param percent how many calls of a hundred go wrong
     */
    static FaultPlan random(long seed, int percent) {
        Random random = new Random(seed);
        Fault[] faults = Fault.values();
        return call -> {
            synchronized (random) {
                return random.nextInt(100) < percent ? faults[1 + random.nextInt(faults.length - 1)] : Fault.NONE;
            }
        };
    }
}
