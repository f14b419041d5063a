package dev.reeve;

import dev.reeve.internal.values.Times;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decision made on a copy of the state: what the engine would decide if nothing else happened before.
 *
 * @param step the step whose attempt would fail, or whose wait would end
 * @param at when the engine would decide
 * @param failure the failure of the attempt; null if the forecast is about the end of a wait
 * @param consequence what would happen to the step
 * @param events the events that would be recorded, with all their consequences; the first {@link #EVENTS_MAX}
 * @param moreEvents the number of further events
 * @param status the status of the execution afterwards
 */
public record Forecast(
        StepPath step,
        Instant at,
        @Nullable Failure failure,
        Consequence consequence,
        List<Event> events,
        int moreEvents,
        ExecutionStatus status) {

    /**
     * The maximum number of events in a forecast. Further events are only counted, because the compensation of a large
     * graph is one decision.
     */
    public static final int EVENTS_MAX = 100;

    private static final int EVENTS_SHOWN_MAX = 12;

    public Forecast {
        events = List.copyOf(events);
    }

    /** Text for people: several lines, without a line break at the end. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("%s, at %s%s: %s"
                .formatted(
                        step,
                        Times.shown(at),
                        failure == null ? "" : ", if it fails with %s %s".formatted(failure.cause(), failure.code()),
                        consequence));
        text.append("\n  the execution is then ").append(status).append("; recorded would be:");
        List<Event> shown = events.subList(0, Math.min(EVENTS_SHOWN_MAX, events.size()));
        for (Event event : shown) {
            text.append("\n    ").append(name(event));
        }
        int more = events.size() - shown.size() + moreEvents;
        if (more > 0) {
            text.append("\n    … and %,d more".formatted(more));
        }
        return text.toString();
    }

    private static String name(Event event) {
        String name = event.getClass().getSimpleName();
        return event instanceof Event.OfStep own ? name + " " + own.step() : name;
    }
}
