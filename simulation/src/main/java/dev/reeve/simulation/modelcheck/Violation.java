package dev.reeve.simulation.modelcheck;

/** Something that must never happen can. The message tells the shortest way there. */
final class Violation extends RuntimeException {

    private static final long serialVersionUID = 1;

    Violation(String message) {
        super(message);
    }
}
