package dev.reeve.simulation.check;

import dev.reeve.core.Event;
import java.util.HashSet;
import java.util.Set;

/** What bulk operations did to one execution, and to what of it: everything once (O5). */
final class Bulks {

    private final Set<String> done = new HashSet<>();

    /**
     * Looks who did it; what follows from it may bear the name of the operation as well.
     *
     * @return whether it is the first time, if it was a bulk operation
     */
    boolean add(Event event) {
        String why = switch (event) {
            case Event.StepRetried retried -> retried.why();
            case Event.ProbeRequested asked -> asked.why();
            case Event.ExecutionPaused held -> held.why();
            case Event.ExecutionResumed resumed -> resumed.why();
            default -> null;
        };
        int marked = why == null ? -1 : why.indexOf("(bulk ");
        if (why == null || marked < 0) {
            return true;
        }
        String step = event instanceof Event.OfStep own ? own.step().toString() : "";
        return done.add(why.substring(marked) + step);
    }
}
