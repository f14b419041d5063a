package dev.reeve.internal.engine.client.situation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Explanation;
import dev.reeve.Purpose;
import dev.reeve.Situation;
import dev.reeve.StepExplanation;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.SuspectAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** V3: learnt durations apply where the definition has none. */
final class SuspectStepsTest {

    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");
    private static final ExecutionId ID = new ExecutionId(new UUID(1, 2));
    private static final StepPath STEP = StepPath.of("charge");

    private final SuspectSteps suspicion = new SuspectSteps(List.of(new SuspectAttempt(
            new AttemptToken(ID, STEP, Purpose.FORWARD, 1, 7),
            "card.charge",
            "payments-1",
            Duration.ofSeconds(9),
            Duration.ofSeconds(3))));

    private static Explanation explanation(ExecutionId id, @Nullable Instant expectedBy) {
        Situation running = new Situation.Running("payments-1", null, START, START.plusSeconds(60), null, expectedBy);
        StepExplanation step = new StepExplanation(
                STEP, StepStatus.RUNNING, Purpose.FORWARD, "card.charge", running, null, null, "", null);
        return new Explanation(id, ExecutionStatus.RUNNING, "It runs.", List.of(step), 0);
    }

    private @Nullable Instant expectedBy(Explanation explanation) {
        Situation situation = suspicion.apply(explanation).steps().getFirst().situation();
        return situation instanceof Situation.Running running ? running.expectedBy() : null;
    }

    @Test
    @DisplayName("the expected duration is that of this attempt; the definition's value comes first")
    void learnt() {
        assertThat(expectedBy(explanation(ID, null))).isEqualTo(START.plusSeconds(3));
        assertThat(expectedBy(explanation(ID, START.plusSeconds(5)))).isEqualTo(START.plusSeconds(5));
        assertThat(expectedBy(explanation(new ExecutionId(new UUID(1, 3)), null)))
                .isNull();
    }
}
