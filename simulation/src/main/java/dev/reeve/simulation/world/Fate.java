package dev.reeve.simulation.world;

import dev.reeve.simulation.check.Sometimes;
import dev.reeve.testkit.store.Decisions;
import dev.reeve.testkit.timeline.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Decides what goes wrong and who wants what. Every kind of thing has its own source of chance, so that a decision that is
 * suppressed leaves the others as they were, as far as their world lets them.
 */
public final class Fate implements Decisions {

    /**
     * Something that was decided to happen.
     *
     * @param name kind and number, as in {@code agent crash#3}
     */
    public record Decided(String name, long nanos) {}

    private final long seed;
    private final Timeline timeline;
    private final Sometimes sometimes;
    private final Set<String> suppressed;
    private final Map<String, RandomGenerator> sources = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final List<Decided> decided = new ArrayList<>();
    private boolean healed;

    /** @param suppressed names of decisions that are not to happen, for shrinking */
    public Fate(long seed, Timeline timeline, Sometimes sometimes, Set<String> suppressed) {
        this.seed = seed;
        this.timeline = timeline;
        this.sometimes = sometimes;
        this.suppressed = suppressed;
    }

    @Override
    public boolean happens(String kind, double rate) {
        if (healed || rate <= 0 || source(kind).nextDouble() >= rate) {
            return false;
        }
        return decide(kind);
    }

    /** Something that is planned, and happens unless it is suppressed. */
    public boolean planned(String kind) {
        return decide(kind);
    }

    private boolean decide(String kind) {
        String name = kind + "#" + counts.merge(kind, 1, Integer::sum);
        if (suppressed.contains(name)) {
            return false;
        }
        decided.add(new Decided(name, timeline.nanos()));
        sometimes.happened(kind);
        timeline.note(kind);
        return true;
    }

    /** Chance for one purpose, independent of all others. */
    public RandomGenerator source(String purpose) {
        return sources.computeIfAbsent(
                purpose, p -> new SplittableRandom(seed * 0x9E3779B97F4A7C15L + p.hashCode() * 0xD6E8FEB86659FD93L));
    }

    /** From now on nothing goes wrong by chance. */
    public void heal() {
        healed = true;
    }

    public boolean isHealed() {
        return healed;
    }

    /** Everything that was decided so far, in order. */
    public List<Decided> decided() {
        return decided;
    }
}
