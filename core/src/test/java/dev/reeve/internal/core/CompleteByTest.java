package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.workflow.OnExhausted.Then;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The execution is not through in time. */
class CompleteByTest {

    private final Duration limit = Duration.ofHours(1);

    @Test
    @DisplayName("an execution that passes its complete-by is undone")
    void timedOut() {
        Story story =
                Story.of(Flow.of(step("a").compensated(), step("b").after("a").waitFor(Duration.ofDays(1))), limit);
        story.done("a");
        assertThat(story.state().completeBy()).isEqualTo(Story.START.plus(limit));

        story.at(Story.START.plus(limit).minusNanos(1000));
        assertThat(story.refused(new Command.WakeExecution())).isEqualTo(Refusal.NOT_DUE);
        story.at(Story.START.plus(limit)).must(new Command.WakeExecution());

        assertThat(story.news())
                .endsWith("CompensationStarted", "StepSkipped(b WITHDRAWN)", "ForwardClosed", "StepReady(a undo)");
        assertThat(failureOf(story).code()).isEqualTo("EXECUTION_TIMED_OUT");
        assertThat(story.state().completeBy()).isNull();
        story.done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("the complete-by is suspended while the execution waits for a person")
    void standsStill() {
        Story story = Story.of(Flow.of(step("a").then(Then.ESCALATE)), limit);
        story.later(Duration.ofMinutes(10)).fails("a", business());
        assertThat(story.state().completeBy()).isNull();
        story.later(Duration.ofDays(2));
        assertThat(story.refused(new Command.WakeExecution())).isEqualTo(Refusal.NOT_DUE);

        story.retry("a");

        assertThat(story.state().completeBy()).isEqualTo(story.now().plus(Duration.ofMinutes(50)));
    }

    private static Failure failureOf(Story story) {
        return Objects.requireNonNull(story.state().failure());
    }
}
