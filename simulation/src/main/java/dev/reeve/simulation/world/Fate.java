package dev.reeve.simulation.world;

import dev.reeve.internal.test.store.Decisions;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.simulation.check.Coverage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Decides which faults happen, and what clients and operators do. Every kind has its own random generator, so that
 * suppressing a decision changes the others as little as possible.
 */
public final class Fate implements Decisions {

    /**
     * A decision.
     *
     * @param name kind and number, as in {@code agent crash#3}
     */
    public record Decided(String name, long nanos) {}

    private final long seed;
    private final Timeline timeline;
    private final Coverage sometimes;
    private final Set<String> suppressed;
    private final Map<String, RandomGenerator> sources = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final List<Decided> decided = new ArrayList<>();
    private boolean healed;

    /** @param suppressed names of decisions that must not happen, for shrinking */
    public Fate(long seed, Timeline timeline, Coverage sometimes, Set<String> suppressed) {
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

    /** A planned event. It happens unless it is suppressed. */
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

    /** A random generator for one purpose, independent of all others. */
    public RandomGenerator source(String purpose) {
        return sources.computeIfAbsent(
                purpose, p -> new SplittableRandom(seed * 0x9E3779B97F4A7C15L + p.hashCode() * 0xD6E8FEB86659FD93L));
    }

    /** Stops all random faults from now on. */
    public void heal() {
        healed = true;
    }

    public boolean isHealed() {
        return healed;
    }

    /** All decisions so far, in order. */
    public List<Decided> decided() {
        return decided;
    }
}
