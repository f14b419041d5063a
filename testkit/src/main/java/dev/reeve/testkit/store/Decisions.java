package dev.reeve.testkit.store;

/** Decides what goes wrong. The same seed decides the same; a plan may overrule single decisions. */
@FunctionalInterface
public interface Decisions {

    /**
     * @param kind of what may go wrong
     * @param rate how often it does; 0 to 1
     */
    boolean happens(String kind, double rate);
}
