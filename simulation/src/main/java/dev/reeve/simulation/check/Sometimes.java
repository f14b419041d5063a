package dev.reeve.simulation.check;

import java.util.Map;
import java.util.TreeMap;

/** Counts what happened, so that a suite can prove that it has been everywhere it wanted to be. */
public final class Sometimes {

    private final Map<String, Long> counts = new TreeMap<>();

    /** A named situation has come about. */
    public void saw(Situation situation) {
        counts.merge(situation.text(), 1L, Long::sum);
    }

    /** Something was decided to happen. */
    public void happened(String kind) {
        counts.merge("decided: " + kind, 1L, Long::sum);
    }

    public void add(Sometimes other) {
        other.counts.forEach((what, count) -> counts.merge(what, count, Long::sum));
    }

    /** By name. */
    public Map<String, Long> counts() {
        return counts;
    }

    public long count(Situation situation) {
        return counts.getOrDefault(situation.text(), 0L);
    }
}
