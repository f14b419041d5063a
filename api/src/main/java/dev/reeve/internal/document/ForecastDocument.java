package dev.reeve.internal.document;

import dev.reeve.ExecutionStatus;
import dev.reeve.Forecast;
import dev.reeve.StepPath;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forecast after a failure.
 *
 * @param step the step that fails
 * @param at when it is assumed to fail
 * @param failure the assumed failure
 * @param consequence the decision of the engine
 * @param events the events that the engine would store
 * @param moreEvents the number of further events
 * @param status of the execution after that
 */
public record ForecastDocument(
        StepPath step,
        Instant at,
        @Nullable FailureDocument failure,
        ConsequenceDocument consequence,
        List<EventDocument> events,
        int moreEvents,
        ExecutionStatus status)
        implements Document {

    public static ForecastDocument of(Forecast forecast) {
        return new ForecastDocument(
                forecast.step(),
                forecast.at(),
                FailureDocument.of(forecast.failure()),
                ConsequenceDocument.of(forecast.consequence()),
                forecast.events().stream().map(EventDocument::of).toList(),
                forecast.moreEvents(),
                forecast.status());
    }

    public Forecast forecast() {
        return new Forecast(
                step,
                at,
                FailureDocument.failureOf(failure),
                consequence.consequence(),
                events.stream().map(EventDocument::event).toList(),
                moreEvents,
                status);
    }
}
