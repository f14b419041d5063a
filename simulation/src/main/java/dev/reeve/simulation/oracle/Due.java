package dev.reeve.simulation.oracle;

import java.util.function.Predicate;

/**
 * What has to happen next.
 *
 * @param what for people
 * @param fits looked at when the next event is there, with what is known then
 */
record Due(String what, Predicate<Entry> fits) {

    Due or(Due other) {
        return new Due(what + ", or " + other.what, fits.or(other.fits));
    }
}
