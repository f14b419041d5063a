package dev.reeve.simulation.run;

import dev.reeve.simulation.check.Sometimes;
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
public record Verdict(
        long seed,
        List<String> breaches,
        List<Fate.Decided> decided,
        List<String> story,
        Sometimes sometimes,
        long hash,
        Duration length) {

    public boolean isFine() {
        return breaches.isEmpty();
    }

    Verdict with(String breach) {
        List<String> more = new ArrayList<>(breaches);
        more.add(breach);
        return new Verdict(seed, List.copyOf(more), decided, story, sometimes, hash, length);
    }
}
