package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;
import java.util.stream.Stream;

/** The time of all attempts of a step. */
final class GiveUpMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";

    private GiveUpMutants() {}

    static List<Mutant> all() {
        return Stream.of(
                        new Mutant(
                                "the time for the retries begins again with each attempt",
                                "I4",
                                CORE + "recovery/Series.java",
                                "since == null ? at : since, givenUp",
                                "at, givenUp"),
                        new Mutant(
                                "an attempt begins after the time for the retries",
                                "R1",
                                CORE + "state/QueueTimes.java",
                                "return startBy == null || (givenUp != null && givenUp.isBefore(startBy)) ? givenUp : startBy;",
                                "return startBy;"))
                .map(mutant -> mutant.in(Emphasis.CONSTRUCTS))
                .toList();
    }
}
