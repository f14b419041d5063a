package dev.reeve.simulation.run;

import dev.reeve.simulation.check.Sometimes;
import dev.reeve.simulation.world.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What came of one run.
 *
 * @param breaches empty if all is well
 * @param decided what was decided to go wrong
 * @param story who did what when; empty unless it was asked for
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
