package dev.reeve.internal.engine.client.situation;

import dev.reeve.Explanation;
import dev.reeve.ServicePause;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.Situation;
import dev.reeve.StepExplanation;
import dev.reeve.internal.core.explanation.ExplanationEdit;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds the services that are not called at present, and the effect on queued steps. */
public final class WithheldSteps implements UnaryOperator<Explanation> {

    /** The content of a {@link Situation.Withheld}. */
    private record Stop(
            Instant since,
            @Nullable String by,
            String why,
            @Nullable Instant next) {}

    private final Map<String, Stop> stops = new HashMap<>();

    private WithheldSteps() {}

    /** From the engine's knowledge. */
    public static WithheldSteps of(List<ServiceStatus> services) {
        WithheldSteps withholding = new WithheldSteps();
        for (ServiceStatus service : services) {
            Instant since = service.since();
            String why = service.reason();
            if ((service.isStopped() || service.state() == ServiceState.HALF_OPEN) && since != null && why != null) {
                withholding.stops.put(service.action(), new Stop(since, service.actor(), why, service.next()));
            }
        }
        return withholding;
    }

    /** From the store's knowledge. */
    public static WithheldSteps byPeople(List<ServicePause> pauses) {
        WithheldSteps withholding = new WithheldSteps();
        for (ServicePause pause : pauses) {
            withholding.stops.put(pause.action(), new Stop(pause.since(), pause.actor(), pause.reason(), null));
        }
        return withholding;
    }

    @Override
    public Explanation apply(Explanation explanation) {
        return ExplanationEdit.ofSteps(explanation, this::tell);
    }

    private StepExplanation tell(StepExplanation step) {
        Stop stop = stops.get(step.action());
        return stop != null && step.situation() instanceof Situation.Queued queued
                ? ExplanationEdit.situation(
                        step, new Situation.Withheld(queued.since(), stop.since(), stop.by(), stop.why(), stop.next()))
                : step;
    }
}
