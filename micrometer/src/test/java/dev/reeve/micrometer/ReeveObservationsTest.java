package dev.reeve.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.StepContext;
import dev.reeve.workflow.Workflow;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Attempts as observations")
class ReeveObservationsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String SPAN = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @TempDir
    Path directory;

    /** Observations as a tracer sees them. */
    private static final class Recorder implements ObservationHandler<ReceiverContext<StepContext>> {
        final Queue<String> stopped = new ConcurrentLinkedQueue<>();
        final Queue<String> extracted = new ConcurrentLinkedQueue<>();

        @Override
        public void onStart(ReceiverContext<StepContext> context) {
            StepContext step = Objects.requireNonNull(context.getCarrier());
            extracted.add(String.valueOf(context.getGetter().get(step, "traceparent")));
        }

        @Override
        public void onStop(ReceiverContext<StepContext> context) {
            stopped.add(context.getName() + " " + context.getContextualName() + " "
                    + context.getLowCardinalityKeyValues() + " " + context.getHighCardinalityKeyValues() + " "
                    + context.getError());
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof ReceiverContext<?>;
        }
    }

    private static void run(Reeve reeve, ReeveObservations observations, Queue<String> passed) {
        reeve.deploy(Workflow.parse("""
                workflow: shop
                version: 1
                steps:
                  reserve: { action: stock.reserve, retry: { maxAttempts: 3, backoff: 1ms } }
                """));
        reeve.agent("services")
                .action("stock.reserve", Json.class, Shop.busyAtFirst(passed))
                .observer(observations)
                .start();
        reeve.start(
                        "shop",
                        new Json("{\"card\":\"" + Shop.SECRET + "\"}"),
                        Start.key("k").traceparent(SPAN))
                .awaitEnd(PATIENCE);
    }

    @Test
    @DisplayName("Each attempt is one observation that continues the trace, with names and codes, and without payloads")
    void observes() {
        Recorder recorder = new Recorder();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(recorder);
        Queue<String> passed = new ConcurrentLinkedQueue<>();
        try (Reeve reeve = Reeve.open(directory.resolve("shop.db"))) {
            run(reeve, new ReeveObservations(registry), passed);
        }

        assertThat(passed).hasSize(2);
        assertThat(List.copyOf(recorder.extracted)).isEqualTo(List.copyOf(passed));
        assertThat(recorder.stopped)
                .hasSize(2)
                .allSatisfy(text -> assertThat(text)
                        .startsWith("reeve.attempt stock.reserve ")
                        .contains("shop", "forward", "reserve")
                        .doesNotContain(Shop.SECRET));
        assertThat(recorder.stopped.element()).contains("BUSY");
    }

    @Test
    @DisplayName("Without a tracer, handlers are called as if there were no observer")
    void off() {
        Queue<String> passed = new ConcurrentLinkedQueue<>();
        try (Reeve reeve = Reeve.open(directory.resolve("shop.db"))) {
            run(reeve, new ReeveObservations(ObservationRegistry.NOOP), passed);
        }

        assertThat(passed).hasSize(2);
    }
}
