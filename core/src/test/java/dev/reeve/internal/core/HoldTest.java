package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static dev.reeve.internal.core.Story.transientFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionStatus;
import dev.reeve.Explanation;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.workflow.OnExhausted.Then;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** O2: a person holds an execution, and lets it go on. */
class HoldTest {

    private static final Command PAUSE = new Command.Pause("ann", "stock-taking");
    private static final Command RESUME = new Command.Resume("bob", "counted");

    @Test
    @DisplayName("I7 a paused execution hands out no work, and all of it after the resume")
    void nothingIsHandedOut() {
        Story story = Story.of(Flow.of(step("a"), step("b").after("a")));
        story.must(PAUSE);

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.PAUSED);
        assertThat(Objects.requireNonNull(story.state().failure()).message()).isEqualTo("paused by ann: stock-taking");
        assertThat(story.refused(new Command.StartStep(StepPath.of("a"), "x"))).isEqualTo(Refusal.WRONG_STATE);
        assertThat(story.state().inFlight()).as("nothing keeps it in memory").isZero();

        story.must(RESUME).done("a").done("b");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("I5 results of running attempts count during a pause, and the next steps wait")
    void resultsCount() {
        Story story = Story.of(Flow.of(step("a"), step("b").after("a"), step("c")));
        AttemptToken a = story.start("a");
        AttemptToken c = story.start("c");
        story.must(PAUSE);
        assertThat(story.state().inFlight()).isEqualTo(2);

        story.must(new Command.CompleteAttempt(a, new Json("1")));
        story.must(new Command.FailAttempt(c, transientFailure()));

        assertThat(story.news())
                .endsWith("StepCompleted(a)", "StepReady(b)", "AttemptFailed(c TRANSIENT)", "StepWaiting(c BACKOFF)");
        assertThat(story.refused(new Command.StartStep(StepPath.of("b"), "x"))).isEqualTo(Refusal.WRONG_STATE);
        story.must(RESUME).done("b").untilReady("c").done("c");
    }

    @Test
    @DisplayName("I13 during a pause no retry or timer fires; silent attempts are given up")
    void noTimeActs() {
        Story story = Story.of(Flow.of(step("a"), step("b")));
        story.fails("a", transientFailure());
        story.start("b");
        story.must(PAUSE).later(Duration.ofDays(1));

        assertThat(story.refused(new Command.WakeStep(StepPath.of("a")))).isEqualTo(Refusal.NOT_DUE);
        story.must(new Command.WakeStep(StepPath.of("b")));
        assertThat(story.news()).endsWith("AttemptFailed(b SILENT)", "StepWaiting(b BACKOFF)");

        story.must(RESUME).untilReady("a");
    }

    @Test
    @DisplayName("a pause postpones the complete-by of the execution by its length")
    void completeByMoves() {
        Story story = Story.of(Flow.of(step("a").then(Then.ESCALATE)), Duration.ofMinutes(10));
        story.later(Duration.ofMinutes(1)).must(PAUSE).later(Duration.ofHours(5));
        assertThat(story.state().completeBy()).isNull();
        assertThat(story.refused(new Command.WakeExecution())).isEqualTo(Refusal.NOT_DUE);

        story.must(RESUME);
        assertThat(story.state().completeBy())
                .isEqualTo(Story.START.plus(Duration.ofHours(5)).plusSeconds(600));

        // Held and in front of a person at once: counted once.
        story.fails("a", business())
                .must(PAUSE)
                .later(Duration.ofHours(1))
                .must(RESUME)
                .later(Duration.ofHours(1));
        story.retry("a");
        assertThat(story.state().completeBy())
                .isEqualTo(Story.START.plus(Duration.ofHours(7)).plusSeconds(600));
    }

    @Test
    @DisplayName("all operator actions work during a pause, and cancel or compensate end it")
    void verbsWork() {
        Story story = Story.of(Flow.of(step("a").then(Then.ESCALATE), step("b").compensated()));
        story.done("b").fails("a", business()).must(PAUSE);
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.PAUSED);

        story.retry("a");
        assertThat(story.refused(new Command.StartStep(StepPath.of("a"), "x"))).isEqualTo(Refusal.WRONG_STATE);
        story.news();
        story.cancel();
        assertThat(story.news())
                .startsWith("ExecutionResumed", "CancelRequested", "CompensationStarted")
                .endsWith("StepReady(b undo)");
        story.must(PAUSE).must(RESUME).done("b");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("pause requires a running execution, resume a paused one")
    void wrongState() {
        Story story = Story.of(Flow.of(step("a")));
        assertThat(story.refused(RESUME)).isEqualTo(Refusal.WRONG_STATE);
        story.must(PAUSE);
        assertThat(((Decision.Refused) story.give(PAUSE)).message())
                .contains("already paused by ann since 2026-01-31T12:00:00Z: stock-taking");
        story.must(RESUME).done("a");
        assertThat(story.refused(PAUSE)).isEqualTo(Refusal.ENDED);
    }

    @Test
    @DisplayName("a pause ends when the last result arrives")
    void endsWhilePaused() {
        Story story = Story.of(Flow.of(step("a")));
        AttemptToken a = story.start("a");
        story.must(PAUSE).must(new Command.CompleteAttempt(a, new Json("1")));

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(story.state().paused()).isNull();
    }

    @Test
    @DisplayName("explain names the actor and reason of a pause, and what-if shows the effect of a resume")
    void explained() {
        Story story = Story.of(Flow.of(step("a"), step("b")));
        story.fails("b", transientFailure()).must(PAUSE);

        Explanation explanation = Explainer.explain(story.state(), Map.of());

        assertThat(explanation.toString())
                .contains("PAUSED. It is paused by ann since", "stock-taking; until it is resumed");
        assertThat(explanation.steps()).allMatch(step -> step.next() == null);
        for (String name : List.of("a", "b")) {
            assertThat(Explainer.whatIf(story.state(), StepPath.of(name), business(), story.now()))
                    .isPresent();
        }
    }
}
