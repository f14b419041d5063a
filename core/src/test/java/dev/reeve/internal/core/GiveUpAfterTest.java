package dev.reeve.internal.core;

import static dev.reeve.internal.core.Story.throttled;
import static dev.reeve.internal.core.Story.transientFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.rules.AssumedFailure;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.QueueTimes;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** R1: {@code retry.giveUpAfter} bounds the time of all attempts of a step. */
class GiveUpAfterTest {

    private static final StepPath A = StepPath.of("a");
    private static final Command WAKE = new Command.WakeStep(A);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String RETRY = "retry: { maxAttempts: 1000, backoff: 1ms, giveUpAfter: 1h }";

    private static Plan plan(String steps) {
        return Plan.of(DefinitionReader.parse("workflow: w\nsteps:\n" + steps));
    }

    private static Story story(String steps) {
        return Story.of(plan(steps), "{}", null, 1);
    }

    @Test
    @DisplayName("A wait that would end beyond the time is not begun; the last failure is that of the step")
    void waits() {
        Story story = story("  a: { action: a.do, " + RETRY + " }");
        story.later(Duration.ofDays(1)).fails("a", transientFailure()); // waiting for the first attempt is free
        assertThat(story.step("a").open()).isInstanceOf(Open.Waiting.class);

        story.later(HOUR.minusMinutes(1)).untilReady("a");
        story.fails("a", throttled(Duration.ofSeconds(30)));
        assertThat(story.step("a").open()).isInstanceOf(Open.Waiting.class);
        story.untilReady("a").fails("a", throttled(Duration.ofSeconds(30)));

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(Objects.requireNonNull(story.state().failure()).cause()).isEqualTo(Cause.THROTTLED);
        assertThat(story.step("a").attempts()).isEqualTo(3);
    }

    @Test
    @DisplayName("A queued step leaves the queue, and onExhausted decides by the code of its last failure")
    void queued() {
        Story story = story("  a: { action: a.do, " + RETRY + ", onExhausted: { TEST_TRANSIENT: continue } }");
        story.fails("a", transientFailure()).untilReady("a");
        assertThat(QueueTimes.until(story.state(), A)).isEqualTo(Story.START.plus(HOUR));
        story.at(Story.START.plus(HOUR).minusMillis(1));
        assertThat(story.refused(WAKE)).isEqualTo(Refusal.NOT_DUE);

        story.later(Duration.ofMillis(1)).must(WAKE);

        assertThat(story.news())
                .containsSubsequence("StepNotStarted(a)", "StepFailed(a continued)", "ExecutionCompleted");
        assertThat(story.step("a").failure()).isEqualTo(transientFailure());
    }

    @Test
    @DisplayName("An agent that takes the step too late gets no attempt")
    void noAttemptAfterIt() {
        Story story = story("  a: { action: a.do, " + RETRY + ", onExhausted: escalate }");
        story.fails("a", transientFailure()).untilReady("a");

        story.at(Story.START.plus(HOUR));
        assertThat(story.refused(new Command.StartStep(A, "agent"))).isEqualTo(Refusal.WRONG_STATE);
        story.must(WAKE);

        assertThat(story.news()).endsWith("StepNotStarted(a)", "StepEscalated(a)");
        assertThat(story.step("a").attempts()).isEqualTo(1);
        story.later(Duration.ofDays(1)).retry("a"); // fresh budgets
        assertThat(QueueTimes.until(story.state(), A)).isNull();
        story.fails("a", transientFailure());
        assertThat(story.step("a").open()).isInstanceOf(Open.Waiting.class);
    }

    @Test
    @DisplayName("A pause between rounds that would last beyond it is not begun")
    void rounds() {
        String exhausted = ", onExhausted: { pause: 40m, rounds: 9, then: escalate } }";
        Story story = story("  a: { action: a.do, retry: { maxAttempts: 1, giveUpAfter: 1h }" + exhausted);

        story.fails("a", transientFailure());
        assertThat(story.news()).endsWith("StepWaiting(a PAUSE)");
        story.untilReady("a").fails("a", transientFailure());

        assertThat(story.news()).endsWith("StepEscalated(a)");
        assertThat(story.step("a").attempts()).isEqualTo(2);
    }

    @Test
    @DisplayName("A step in doubt is probed before it is given up, and the time of the probe is its own")
    void doubt() {
        Story story = story("  a: { action: a.do, " + RETRY + ", probe: { action: a.ask, "
                + "retry: { maxAttempts: 9, backoff: 1ms, giveUpAfter: 5m } }, onExhausted: escalate }");
        story.fallsSilent("a");
        story.later(HOUR);
        assertThat(story.step("a").status()).isEqualTo(StepStatus.PROBING);
        story.fails("a", transientFailure()).untilReady("a");
        assertThat(story.step("a").purpose()).isEqualTo(Purpose.PROBE);

        story.later(Duration.ofMinutes(5)).must(WAKE);

        assertThat(story.news()).endsWith("StepNotStarted(a probe)", "StepEscalated(a)");
    }

    @Test
    @DisplayName("A compensation is escalated after its time, in the queue, too")
    void compensation() {
        Story story = story("  a: { action: a.do, compensate: { action: a.undo, " + RETRY + " } }\n"
                + "  b: { after: [a], action: b.do, retry: { maxAttempts: 1 } }");
        story.done("a").fails("b", transientFailure());
        story.fails("a", transientFailure()).untilReady("a");
        assertThat(story.step("a").purpose()).isEqualTo(Purpose.COMPENSATION);

        story.later(HOUR).must(WAKE);

        assertThat(story.news()).endsWith("StepNotStarted(a undo)", "StepEscalated(a undo)");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.ESCALATED);
        story.retry("a").done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("The length of a pause does not count, and no time acts during it")
    void heldTimeDoesNotCount() {
        Story story = story("  a: { action: a.do, " + RETRY + " }");
        story.fails("a", transientFailure()).untilReady("a").later(HOUR.minusMinutes(10));
        story.must(new Command.Pause("ann", "stock-taking")).later(Duration.ofDays(1));
        assertThat(QueueTimes.until(story.state(), A)).isNull();
        assertThat(story.refused(WAKE)).isEqualTo(Refusal.NOT_DUE);

        story.must(new Command.Resume("bob", "counted"));
        assertThat(QueueTimes.until(story.state(), A))
                .isEqualTo(Story.START.plus(HOUR).plusSeconds(Duration.ofDays(1).toSeconds()));
        story.later(Duration.ofMinutes(9)).start("a");
        assertThat(story.step("a").attempts()).isEqualTo(2);
    }

    @Test
    @DisplayName("An attempt that fails while the execution is paused may be retried after the pause")
    void failsWhilePaused() {
        Story story = story("  a: { action: a.do, completeBy: 2h, " + RETRY + " }");
        story.start("a");
        story.later(Duration.ofMinutes(30)).must(new Command.Pause("ann", "stock-taking"));
        story.later(HOUR);
        story.must(new Command.FailAttempt(story.token("a"), transientFailure()));
        assertThat(story.step("a").open()).isInstanceOf(Open.Waiting.class);

        story.later(HOUR).must(new Command.Resume("bob", "counted")).untilReady("a");
        story.start("a");
        assertThat(story.step("a").attempts()).isEqualTo(2);
    }

    @Test
    @DisplayName("Each round of repeat and each item of forEach has its own time")
    void roundsAndItems() {
        Story rounds = story("  a: { action: a.do, repeat: { until: '${ round = 2 }', max: 5 }, " + RETRY + " }");
        rounds.later(HOUR).done("a");
        rounds.later(HOUR).untilReady("a").fails("a", transientFailure());
        assertThat(rounds.step("a").open()).isInstanceOf(Open.Waiting.class);

        Story items = Story.of(
                plan("  a: { action: a.do, forEach: '${ input }', concurrency: 1, " + RETRY + " }"), "[1, 2]", null, 1);
        items.done("a[0]");
        items.later(HOUR).fails("a[1]", transientFailure());
        assertThat(items.step("a[1]").open()).isInstanceOf(Open.Waiting.class);
    }

    @Test
    @DisplayName("A version without the time, or with a longer one, decides from the move on")
    void moves() {
        Plan first = plan("  a: { action: a.do, " + RETRY + " }");
        Plan second = Plan.of(DefinitionReader.parse(
                "workflow: w\nversion: 2\nsteps:\n  a: { action: a.do, " + RETRY.replace("1h", "2h") + " }"));
        Story story = Story.of(first, "{}", null, 1);
        story.fails("a", transientFailure()).untilReady("a");

        story.later(Duration.ofMinutes(10)).must(new Command.Move(second, "ann", "longer"));

        assertThat(QueueTimes.until(story.state(), A)).isEqualTo(Story.START.plus(HOUR.multipliedBy(2)));
        story.at(Story.START.plus(HOUR)).start("a");
        assertThat(story.step("a").attempts()).isEqualTo(2);
    }

    @Test
    @DisplayName("explain says what will happen, and when")
    void explained() {
        Story story = story("  a: { action: a.do, " + RETRY + ", onExhausted: escalate }");
        story.fails("a", transientFailure()).untilReady("a");

        String step =
                Explainer.explain(story.state(), Map.of()).steps().getFirst().toString();

        assertThat(step).contains("if no agent has it by", "none later than 1h after the first");
        List<Event> late = AssumedFailure.ofFailure(
                        story.state(), A, transientFailure(), Story.START.plus(HOUR.multipliedBy(2)))
                .orElseThrow()
                .decision()
                .events();
        assertThat(late).noneMatch(Event.StepStarted.class::isInstance);
    }
}
