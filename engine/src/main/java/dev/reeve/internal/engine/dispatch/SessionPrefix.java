package dev.reeve.internal.engine.dispatch;

import java.util.OptionalInt;

/**
 * Tells to which node an agent is connected: the sessions of a node share the upper half of their ids with the lower
 * half of its incarnation. The sign is left out, so that the ids are positive.
 */
public final class SessionPrefix {

    private static final int HALF = 32;

    private SessionPrefix() {}

    /** The prefix of the sessions of a node. */
    public static int of(long incarnation) {
        return (int) incarnation & Integer.MAX_VALUE;
    }

    /** The number from which a node counts its sessions. */
    public static long seed(long incarnation) {
        return (long) of(incarnation) << HALF;
    }

    /** The prefix of the sessions that are counted from this number. */
    static int ofSeed(long seed) {
        return (int) (seed >>> HALF);
    }

    /** The prefix in an agent's name in histories, {@code name@session}; empty if it has another form. */
    public static OptionalInt of(String reference) {
        try {
            return OptionalInt.of(
                    ofSeed(Long.parseUnsignedLong(reference, reference.lastIndexOf('@') + 1, reference.length(), 16)));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }
}
