package dev.reeve.simulation.oracle;

import java.util.function.Predicate;

/**
 * A required next event.
 *
 * @param what a description for people
 * @param fits tests the next event, with the knowledge at that time
 */
record Due(String what, Predicate<Entry> fits) {

    Due or(Due other) {
        return new Due(what + ", or " + other.what, fits.or(other.fits));
    }
}
