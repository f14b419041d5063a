package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.request;
import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Json;
import dev.reeve.agent.Handler;
import dev.reeve.agent.StepFailure;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Report;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A rehearsal returns the report that an agent would send")
final class RehearsalTest {

    record Charge(String card, int cents) {}

    private long nanos;

    private Rehearsal.Outcome perform(String input, Handler<Charge, ?> handler) {
        AttemptRequest request = request(token("charge", 1), "pay", input);
        return Rehearsal.of("pay", Charge.class, handler).perform(request, () -> nanos);
    }

    private static @Nullable Cause cause(@Nullable Report report) {
        return report instanceof Report.Failed failed ? failed.failure().cause() : null;
    }

    @Test
    void outputAndCheckpoint() {
        Rehearsal.Outcome outcome = perform("{\"card\":\"4242\",\"cents\":5}", (charge, step) -> {
            step.heartbeat(Map.of("at", 1));
            return Map.of("paid", charge.cents());
        });

        assertThat(outcome.report()).isEqualTo(new Report.Completed(token("charge", 1), new Json("{\"paid\":5}")));
        assertThat(outcome.checkpoint()).isEqualTo(new Json("{\"at\":1}"));
    }

    @Test
    void failures() {
        String charge = "{\"card\":\"4242\",\"cents\":5}";

        assertThat(cause(perform("{\"cents\":\"many\"}", (input, step) -> "").report()))
                .isEqualTo(Cause.BUSINESS);
        assertThat(cause(perform(charge, (input, step) -> {
                            throw new IllegalStateException("boom");
                        })
                        .report()))
                .isEqualTo(Cause.TRANSIENT);
        assertThat(cause(perform(charge, (input, step) -> {
                            throw StepFailure.businessError("DECLINED", "no");
                        })
                        .report()))
                .isEqualTo(Cause.BUSINESS);
    }

    @Test
    @DisplayName("Nothing is reported after complete-by (I8)")
    void silenceAfterCompleteBy() {
        Rehearsal.Outcome outcome = perform("{\"card\":\"4242\",\"cents\":5}", (charge, step) -> {
            nanos += step.remaining().toNanos();
            return "late";
        });

        assertThat(outcome.report()).isNull();
    }
}
