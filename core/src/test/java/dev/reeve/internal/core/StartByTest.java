package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.transientFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Consequence;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Forecast;
import dev.reeve.Purpose;
import dev.reeve.StepExplanation;
import dev.reeve.StepPath;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.state.QueueTimes;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.workflow.OnExhausted.Then;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code startBy} bounds how long a step waits for an agent. */
class StartByTest {

    private static final Duration ALLOWED = Duration.ofMinutes(10);
    private static final StepPath A = StepPath.of("a");
    private static final Command WAKE = new Command.WakeStep(A);

    @Test
    @DisplayName("A step that no agent starts in time fails by its policy, as certainly not done")
    void aStepThatNobodyTakesFails() {
        Story story = Story.of(Flow.of(step("a").startBy(ALLOWED).probed()));
        assertThat(QueueTimes.until(story.state(), A)).isEqualTo(story.now().plus(ALLOWED));
        story.later(ALLOWED.minusMillis(1));
        assertThat(story.refused(WAKE)).isEqualTo(Refusal.NOT_DUE);

        story.later(Duration.ofMillis(1)).must(WAKE);

        assertThat(story.news()).contains("StepNotStarted(a)").doesNotContain("StepReady(a probe)");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
        Failure why = Objects.requireNonNull(story.state().failure());
        assertThat(why.code()).isEqualTo("START_BY_PASSED");
        assertThat(why.possiblyDone()).isFalse();
        StepState step = Objects.requireNonNull(story.state().step(A));
        assertThat(step.attempts(Purpose.FORWARD)).isZero();
    }

    @Test
    @DisplayName("After escalation it can be retried, and may wait as long again")
    void policyIsFollowed() {
        Story story = Story.of(Flow.of(step("a").startBy(ALLOWED).then(Then.ESCALATE)));
        story.later(ALLOWED).must(WAKE);
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.ESCALATED);

        story.later(Duration.ofDays(1)).must(new Command.RetryStep(A, "ann"));
        assertThat(QueueTimes.until(story.state(), A)).isEqualTo(story.now().plus(ALLOWED));
        story.done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);

        Story other = Story.of(Flow.of(step("a").startBy(ALLOWED).then(Then.CONTINUE)));
        other.later(ALLOWED).must(WAKE);
        assertThat(other.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("Between attempts startBy counts from the new queueing; an earlier attempt in doubt is probed")
    void anEarlierAttemptInDoubtIsAskedAbout() {
        Story story = Story.of(Flow.of(step("a").startBy(ALLOWED)));
        story.fails("a", transientFailure());
        assertThat(QueueTimes.until(story.state(), A))
                .as("it waits for its backoff")
                .isNull();
        story.untilReady("a");
        assertThat(QueueTimes.until(story.state(), A)).isEqualTo(story.now().plus(ALLOWED));

        story.later(ALLOWED).must(WAKE);
        assertThat(story.state().status()).isIn(ExecutionStatus.FAILED, ExecutionStatus.COMPENSATING);
    }

    @Test
    @DisplayName("A pause suspends startBy")
    void heldTimeDoesNotCount() {
        Story story = Story.of(Flow.of(step("a").startBy(ALLOWED)));
        story.must(new Command.Pause("ann", "stock-taking")).later(Duration.ofDays(1));
        assertThat(QueueTimes.until(story.state(), A)).isNull();
        assertThat(story.refused(WAKE)).isEqualTo(Refusal.NOT_DUE);

        story.must(new Command.Resume("bob", "counted"));
        assertThat(QueueTimes.until(story.state(), A)).isEqualTo(story.now().plus(ALLOWED));
        assertThat(story.refused(WAKE)).isEqualTo(Refusal.NOT_DUE);
    }

    @Test
    @DisplayName("explain names the time and effect of startBy")
    void explained() {
        Story story = Story.of(Flow.of(step("a").startBy(ALLOWED).then(Then.ESCALATE)));

        StepExplanation step =
                Explainer.explain(story.state(), Map.of()).steps().getFirst();
        Forecast next = Objects.requireNonNull(step.next());
        assertThat(next.at()).isEqualTo(story.now().plus(ALLOWED));
        assertThat(next.consequence()).isInstanceOf(Consequence.Escalate.class);
        assertThat(step.toString()).contains("if no agent has it by", "START_BY_PASSED");
    }
}
