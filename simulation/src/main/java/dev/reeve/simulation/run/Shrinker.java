package dev.reeve.simulation.run;

import dev.reeve.simulation.world.Fate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds a small set of decisions with which a seed still fails, by leaving out ever smaller parts of them.
 *
 * @see <a href="https://doi.org/10.1109/32.988498">Zeller and Hildebrandt: Simplifying and Isolating Failure-Inducing
 * Input</a>
 */
final class Shrinker {

    private final long seed;
    private final BackingStore backing;
    private final int runsMax;
    private final String rule;
    private int runs;
    private RunVerdict best;

    /** @param failed the failure to keep: a shrunk run must break the same rule */
    Shrinker(RunVerdict failed, BackingStore backing, int runsMax) {
        this.seed = failed.seed();
        this.backing = backing;
        this.runsMax = runsMax;
        this.best = failed;
        this.rule = rule(failed);
    }

    /** The names of all decisions that are not needed. */
    Set<String> shrink() {
        Set<String> suppressed = new LinkedHashSet<>();
        int parts = 2;
        List<String> left = names(best);
        while (left.size() > 1 && runs < runsMax) {
            Set<String> more = firstThatStillFails(left, parts, suppressed);
            if (more != null) {
                suppressed.addAll(more);
                left = names(best);
                parts = Math.max(2, parts - 1);
            } else if (parts >= left.size()) {
                break;
            } else {
                parts = Math.min(left.size(), parts * 2);
            }
        }
        return suppressed;
    }

    private @Nullable Set<String> firstThatStillFails(List<String> left, int parts, Set<String> suppressed) {
        int size = Math.ceilDiv(left.size(), parts);
        for (int begin = 0; begin < left.size() && runs < runsMax; begin += size) {
            Set<String> part = new LinkedHashSet<>(left.subList(begin, Math.min(left.size(), begin + size)));
            Set<String> all = new LinkedHashSet<>(suppressed);
            all.addAll(part);
            runs++;
            RunVerdict verdict = Simulation.run(seed, backing, all, false);
            if (rule(verdict).equals(rule)
                    && verdict.decided().size() < best.decided().size()) {
                best = verdict;
                return part;
            }
        }
        return null;
    }

    private static List<String> names(RunVerdict verdict) {
        return new ArrayList<>(
                verdict.decided().stream().map(Fate.Decided::name).toList());
    }

    private static String rule(RunVerdict verdict) {
        String breach = verdict.isFine() ? "none" : verdict.breaches().getFirst();
        int colon = breach.indexOf(':');
        return colon < 0 ? breach : breach.substring(0, colon);
    }
}
