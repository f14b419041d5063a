package dev.reeve.simulation.modelcheck;

/** An invariant can be violated. The message contains the shortest path to the violation. */
final class Violation extends RuntimeException {

    private static final long serialVersionUID = 1;

    Violation(String message) {
        super(message);
    }
}
