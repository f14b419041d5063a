package dev.reeve.core;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decision that was tried on a copy of the state: what would be decided if nothing else happened before.
 *
 * @param step whose attempt would fail, or whose wait would be over
 * @param at when it would be decided
 * @param failure that the attempt would have ended with; null if it is about the end of a wait
 * @param consequence what would become of the step
 * @param events what would be recorded, with all that follows by itself; the first {@link #EVENTS_MAX}
 * @param moreEvents how many more there would be
 * @param status where the execution would stand then
 */
public record Forecast(
        StepPath step,
        Instant at,
        @Nullable Failure failure,
        Consequence consequence,
        List<Event> events,
        int moreEvents,
        ExecutionStatus status) {

    /** More events are counted only: undoing a large graph is one decision. */
    public static final int EVENTS_MAX = 100;

    public Forecast {
        events = List.copyOf(events);
    }

    /** For people: several lines, without one at the end. */
    @Override
    public String toString() {
        return Telling.tell(this);
    }
}
