package dev.reeve.internal.engine.client.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.internal.engine.client.EngineFixture;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class EngineCallsTest {

    @Test
    @DisplayName("A caller that gives up waiting withdraws its question")
    void givingUpCancels() {
        CompletableFuture<String> never = new CompletableFuture<>();

        EngineFixture.refused(
                ErrorCode.TIMED_OUT, "it continues", () -> EngineCalls.await(never, Duration.ZERO, "for nothing"));

        assertThat(never).isCancelled();
    }

    @Test
    @DisplayName("A wait may be longer than nanoseconds can count")
    void patienceMayBeEndless() {
        Duration endless = Duration.ofSeconds(Long.MAX_VALUE);

        assertThat(EngineCalls.await(CompletableFuture.completedFuture("here"), endless, "for something"))
                .isEqualTo("here");
    }
}
