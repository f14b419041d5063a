package dev.reeve.simulation.check;

import dev.reeve.Event;
import java.util.HashSet;
import java.util.Set;

/** Checks that bulk operations apply once to each target in one execution (O5). */
final class Bulks {

    private final Set<String> done = new HashSet<>();

    /**
     * Checks the actor of an event. Events that follow from a bulk operation may carry its name too.
     *
     * @return false if a bulk operation did this before
     */
    boolean add(Event event) {
        String why = switch (event) {
            case Event.StepRetried retried -> retried.reason();
            case Event.ProbeRequested asked -> asked.reason();
            case Event.ExecutionPaused held -> held.reason();
            case Event.ExecutionResumed resumed -> resumed.reason();
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
