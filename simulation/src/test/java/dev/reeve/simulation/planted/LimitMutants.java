package dev.reeve.simulation.planted;

import java.util.List;

/** Which calls are counted, and for how long. */
final class LimitMutants {

    private static final String ENGINE = "engine/src/main/java/dev/reeve/internal/engine/";

    private LimitMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "a call that is over is counted forever",
                        "S8 L1",
                        ENGINE + "scheduler/decision/DecisionApplier.java",
                        "            batch.uncounted().add(counted);",
                        ""),
                new Mutant(
                        "a place that was not used is not given back",
                        "S8 L1",
                        ENGINE + "dispatch/Handout.java",
                        "                slot.claim.giveBack(clock.nanos());",
                        ""));
    }
}
