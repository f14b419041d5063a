package dev.reeve.simulation.oracle;

import java.util.function.Predicate;

/**
 * A required next event.
 *
 * @param what a description for people
 * @param fits tests the next event, with the knowledge at that time
 */
record RequiredEvent(String what, Predicate<JournalEvent> fits) {

    RequiredEvent or(RequiredEvent other) {
        return new RequiredEvent(what + ", or " + other.what, fits.or(other.fits));
    }
}
