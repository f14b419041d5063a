package dev.reeve.simulation.check;

import java.util.Map;
import java.util.TreeMap;

/** Counts what happened, so that a suite can prove its coverage. */
public final class Coverage {

    private final Map<String, Long> counts = new TreeMap<>();

    /** Records that a named situation has occurred. */
    public void saw(Milestone situation) {
        counts.merge(situation.text(), 1L, Long::sum);
    }

    /** Records a decision about a fault. */
    public void happened(String kind) {
        counts.merge("decided: " + kind, 1L, Long::sum);
    }

    public void add(Coverage other) {
        other.counts.forEach((what, count) -> counts.merge(what, count, Long::sum));
    }

    /** Counts by name. */
    public Map<String, Long> counts() {
        return counts;
    }

    public long count(Milestone situation) {
        return counts.getOrDefault(situation.text(), 0L);
    }
}
