package dev.reeve.internal.core.state;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ids of all signals that an execution has received. Immutable: a set with one more id shares most of its parts
 * with the set before. The parts grow by powers of two, so an id costs the logarithm of their number, and not their
 * number (Bentley and Saxe, <em>Decomposable Searching Problems</em>, 1980).
 *
 * @param ids the newest ids
 * @param rest all others, in larger parts; null if there are none
 */
public record SignalIds(Set<String> ids, @Nullable SignalIds rest) {

    static final SignalIds NONE = new SignalIds(Set.of(), null);

    /** Whether a signal with this id has come. */
    public boolean contains(String id) {
        for (SignalIds part = this; part != null; part = part.rest) {
            if (part.ids.contains(id)) {
                return true;
            }
        }
        return false;
    }

    SignalIds with(String id) {
        Set<String> newest = new LinkedHashSet<>();
        newest.add(id);
        SignalIds larger = this;
        while (larger != null && larger.ids.size() <= newest.size()) {
            newest.addAll(larger.ids);
            larger = larger.rest;
        }
        return new SignalIds(newest, larger);
    }
}
