package dev.reeve.simulation.run;

import dev.reeve.simulation.check.Coverage;
import dev.reeve.simulation.world.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of one run.
 *
 * @param breaches violations; empty if there are none
 * @param decided faults that were decided
 * @param story what happened, in order; empty unless requested
 * @param hash of everything that happened
 * @param length in virtual time
 */
public record RunVerdict(
        long seed,
        List<String> breaches,
        List<Fate.Decided> decided,
        List<String> story,
        Coverage sometimes,
        long hash,
        Duration length) {

    public boolean isFine() {
        return breaches.isEmpty();
    }

    RunVerdict with(String breach) {
        List<String> more = new ArrayList<>(breaches);
        more.add(breach);
        return new RunVerdict(seed, List.copyOf(more), decided, story, sometimes, hash, length);
    }
}
