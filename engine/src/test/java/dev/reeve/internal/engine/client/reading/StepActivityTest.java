package dev.reeve.internal.engine.client.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.StepActivity;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.state.Open;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class StepActivityTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    @DisplayName("I7: the description of a running attempt does not contain its nonce")
    void theNonceStaysSecret() {
        long nonce = 4_611_686_018_427_387_903L;

        StepActivity shown = Descriptions.activity(
                new Open.Running(2, nonce, "payments-1", START, START.plusSeconds(60)), Duration.ofSeconds(5), null);

        assertThat(shown)
                .isEqualTo(
                        new StepActivity.Running(2, "payments-1", START, START.plusSeconds(60), START.plusSeconds(5)));
        assertThat(shown.toString()).doesNotContain(Long.toString(nonce));
    }

    @Test
    @DisplayName("every activity of a step is shown")
    void allIsShown() {
        assertThat(Descriptions.activity(Open.IDLE, null, null)).isEqualTo(new StepActivity.Idle());
        assertThat(Descriptions.activity(new Open.Ready(START), null, null)).isEqualTo(new StepActivity.Queued(START));
        assertThat(Descriptions.activity(new Open.Waiting(START, WaitReason.PAUSE), null, null))
                .isEqualTo(new StepActivity.Waiting(START, WaitReason.PAUSE, null));
        assertThat(Descriptions.activity(new Open.Waiting(START, WaitReason.SIGNAL), null, "go"))
                .isEqualTo(new StepActivity.Waiting(START, WaitReason.SIGNAL, "go"));
    }
}
