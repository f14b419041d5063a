package dev.reeve.micrometer;

import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.AttemptObserver;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Attempts of an agent as observations, and so as live spans with Micrometer Tracing. A span continues the trace of the
 * start of its execution. Thread-safe.
 *
 * <pre>{@code
 * Agent agent = reeve.agent("payments")
 *         .action("payment.charge", Charge.class, payments::charge)
 *         .observer(new ReeveObservations(observationRegistry))
 *         .start();
 * }</pre>
 *
 * <p>An observation is named {@code reeve.attempt}. It has names, ids and the code of a failure, and neither payloads
 * nor messages of failures.
 */
public final class ReeveObservations implements AttemptObserver {

    private static final String NAME = "reeve.attempt";
    private static final String TRACEPARENT = "traceparent";

    private final ObservationRegistry registry;

    /** Creates its observations in this registry. */
    public ReeveObservations(ObservationRegistry registry) {
        this.registry = registry;
    }

    /** The attempt of an observation, with its trace. */
    private static final class Context extends ReceiverContext<StepContext> {
        Context(StepContext step) {
            super(Context::header, Kind.CONSUMER);
            setCarrier(step);
        }

        private static @Nullable String header(StepContext step, String name) {
            return TRACEPARENT.equalsIgnoreCase(name) ? step.traceparent().orElse(null) : null;
        }
    }

    @Override
    public @Nullable Object around(StepContext step, Attempt attempt) throws Exception {
        if (registry.isNoop()) {
            return attempt.run();
        }
        Observation observation = Observation.createNotStarted(NAME, () -> new Context(step), registry)
                .contextualName(step.action())
                .lowCardinalityKeyValue("workflow", Namespaces.nameOf(step.workflow()))
                .lowCardinalityKeyValue("action", step.action())
                .lowCardinalityKeyValue("purpose", step.purpose().name().toLowerCase(Locale.ROOT))
                .highCardinalityKeyValue("execution", step.execution().toString())
                .highCardinalityKeyValue("step", step.step().toString())
                .highCardinalityKeyValue("attempt", String.valueOf(step.attempt()));
        observation.start();
        String outcome = "none";
        Observation.Scope scope = observation.openScope();
        try {
            return attempt.run();
        } catch (Throwable thrown) {
            outcome = code(thrown);
            observation.error(new AttemptFailed(outcome));
            throw thrown;
        } finally {
            scope.close();
            observation.lowCardinalityKeyValue(KeyValue.of("error.code", outcome));
            observation.stop();
        }
    }

    /** The code is written by developers. A message may contain what a customer has written. */
    private static String code(Throwable thrown) {
        return thrown instanceof StepFailure failure
                ? failure.code()
                : thrown.getClass().getSimpleName();
    }

    /** The failure as a span shows it: without the message, the causes and the stack trace of the original. */
    private static final class AttemptFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        AttemptFailed(String code) {
            super(code, null, false, false);
        }
    }
}
