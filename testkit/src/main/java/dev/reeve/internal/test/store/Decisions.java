package dev.reeve.internal.test.store;

/** Decides which faults happen. Deterministic for a seed. A plan may overrule single decisions. */
@FunctionalInterface
public interface Decisions {

    /**
     * @param kind of the possible fault
     * @param rate its probability, 0 to 1
     */
    boolean happens(String kind, double rate);
}
