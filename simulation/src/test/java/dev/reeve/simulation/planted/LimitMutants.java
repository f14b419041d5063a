package dev.reeve.simulation.planted;

import java.util.List;

/** Which calls are counted, and for how long. */
final class LimitMutants {

    private static final String ENGINE = "engine/src/main/java/dev/reeve/engine/";

    private LimitMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "calls of a batch in doubt are not counted",
                        "S8 (F15)",
                        ENGINE + "scheduler/Lane.java",
                        "        dispatcher.doubt(number, batch.reservedSlots());",
                        "        dispatcher.release(batch.reservedSlots());"),
                new Mutant(
                        "what was under way before a start is not counted",
                        "S8 (F1)",
                        ENGINE + "scheduler/LaneRecovery.java",
                        "            dispatcher.found(token, work.action(), work.limit());",
                        ""),
                new Mutant(
                        "calls begin before all lanes have said what is under way",
                        "S8 (F1)",
                        ENGINE + "dispatch/Counting.java",
                        "        return silent.isEmpty();",
                        "        return lanes > 0;"),
                new Mutant(
                        "a call that is over is counted for ever",
                        "S8 L1",
                        ENGINE + "scheduler/Deciding.java",
                        "                    batch.uncounted().add(counted);",
                        ""),
                new Mutant(
                        "a place that was not used is not given back",
                        "S8 L1",
                        ENGINE + "dispatch/Handout.java",
                        "                slot.claim.giveBack(clock.nanos());",
                        ""),
                new Mutant(
                        "time does not bring back what waits for a rate",
                        "S8 L1",
                        ENGINE + "dispatch/Handout.java",
                        "        counting.tick(clock.nanos());",
                        ""));
    }
}
