package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.QueueTimes;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S7: durations that are expressions, and timers that a signal moves. */
class ComputedTimesTest {

    private static Story story(String steps, String input) {
        return Story.of(Plan.of(DefinitionReader.parse("workflow: times\nsteps:\n" + steps)), input, null, 1);
    }

    private static Instant after(Duration duration) {
        return Story.START.plus(duration);
    }

    private static String failure(Story story, String step) {
        return Objects.requireNonNull(story.step(step).failure()).code();
    }

    @Test
    @DisplayName("S7 a wait takes as long as its expression says: text, or milliseconds")
    void waits() {
        Story text = story("  a: { wait: \"${ input.days & 'd' }\" }", "{\"days\":3}");
        Story millis = story("  a: { wait: \"${ input.n * 1000 }\" }", "{\"n\":90}");
        Story none = story("  a: { wait: \"${ 0 }\" }", "{}");

        assertThat(text.step("a").open()).isEqualTo(new Open.Waiting(after(Duration.ofDays(3)), WaitReason.TIMER));
        assertThat(millis.step("a").open())
                .isEqualTo(new Open.Waiting(after(Duration.ofSeconds(90)), WaitReason.TIMER));
        assertThat(none.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'soon'", "-1", "2.5", "input.nothing", "true", "'20y'", "1e30", "[1]"})
    @DisplayName("A value that is no duration fails the step, and is not retried")
    void noDuration(String expression) {
        Story story = story("  a: { wait: \"${ " + expression + " }\" }", "{}");

        assertThat(failure(story, "a")).isEqualTo("DURATION_INVALID");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
    }

    @Test
    @DisplayName("An expression that fails is told apart from a value that is no duration")
    void notComputed() {
        Story story = story("  a: { wait: \"${ 1 + 'x' }\" }", "{}");

        assertThat(failure(story, "a")).isEqualTo("EXPRESSION_FAILED");
    }

    @Test
    @DisplayName("The times of a call are computed once, and stay for all attempts")
    void ofCall() {
        Story story = story("""
                  s: { action: s.do }
                  a:
                    after: [s]
                    action: a.do
                    completeBy: "${ steps.s.output.time }"
                    startBy: "${ steps.s.output.start }"
                    retry: { maxAttempts: 9, backoff: "${ steps.s.output.backoff }", factor: 1 }
                """, "{}");
        story.done("s", "{\"time\":\"7m\",\"start\":60000,\"backoff\":\"2h\"}");

        assertThat(QueueTimes.until(story.state(), StepPath.of("a"))).isEqualTo(after(Duration.ofMinutes(1)));
        story.start("a");
        assertThat(Work.of(story.state(), StepPath.of("a")).completeBy()).isEqualTo(after(Duration.ofMinutes(7)));
        assertThat(Work.of(story.state(), StepPath.of("a")).duration()).isEqualTo(Duration.ofMinutes(7));
        story.fails("a", Story.transientFailure());
        Open.Waiting waiting = (Open.Waiting) story.step("a").open();
        assertThat(waiting.until()).isAfter(after(Duration.ofMinutes(1))).isBefore(after(Duration.ofHours(2)));
        story.due("a").start("a");
        assertThat(Work.of(story.state(), StepPath.of("a")).duration()).isEqualTo(Duration.ofMinutes(7));
    }

    @Test
    @DisplayName("Without startBy in time the step fails, although its startBy is an expression")
    void startBy() {
        Story story = story("  a: { action: a.do, startBy: \"${ input.s & 's' }\" }", "{\"s\":5}");
        story.at(after(Duration.ofSeconds(5))).must(new Command.WakeStep(StepPath.of("a")));

        assertThat(failure(story, "a")).isEqualTo("START_BY_PASSED");
    }

    @Test
    @DisplayName("A probe and a compensation have times of their own, which may use the output")
    void ofCompensation() {
        Story story = story("""
                  a:
                    action: a.do
                    probe: { action: a.ask, completeBy: "${ input.ask }" }
                    compensate: { action: a.undo, completeBy: "${ steps.a.output.time }" }
                  b: { after: [a], action: b.do }
                """, "{\"ask\":\"9s\"}");
        story.fallsSilent("a");
        story.start("a");
        assertThat(story.step("a").status()).isEqualTo(StepStatus.PROBING);
        assertThat(Work.of(story.state(), StepPath.of("a")).duration()).isEqualTo(Duration.ofSeconds(9));
        story.done("a", "{\"state\":\"done\",\"output\":{\"time\":\"11s\"}}");
        story.fails("b", Story.business());

        assertThat(story.step("a").purpose()).isEqualTo(Purpose.COMPENSATION);
        assertThat(Work.of(story.state(), StepPath.of("a")).duration()).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    @DisplayName("A compensation whose time is none needs a person, and is not lost")
    void compensationWithoutTime() {
        Story story = story("""
                  a: { action: a.do, compensate: { action: a.undo, completeBy: "${ steps.a.output }" } }
                  b: { after: [a], action: b.do }
                """, "{}");
        story.done("a").fails("b", Story.business());

        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);
        assertThat(failure(story, "a")).isEqualTo("DURATION_INVALID");
    }

    @Test
    @DisplayName("The delay between rounds may depend on the output of the last one")
    void rounds() {
        Story story = story(
                "  a: { action: a.do, repeat: { until: \"${ output.done }\", delay: \"${ output.wait & 'h' }\" } }",
                "{}");
        story.done("a", "{\"wait\":3}");

        assertThat(story.step("a").open()).isEqualTo(new Open.Waiting(after(Duration.ofHours(3)), WaitReason.ROUND));
        story.due("a").done("a", "{\"wait\":\"x\"}");
        assertThat(failure(story, "a")).isEqualTo("DURATION_INVALID");
    }

    @Test
    @DisplayName("A signal moves the end of a wait, forwards and backwards; its newest data counts")
    void movesATimer() {
        Story story = story(
                "  a: { waitUntil: \"${ signal.dueAt ? signal.dueAt : input.dueAt }\", updateOn: due_changed }",
                "{\"dueAt\":\"2026-02-01T00:00:00Z\"}");
        story.news();
        story.signal("due_changed", "{\"dueAt\":\"2026-03-01T00:00:00Z\"}");

        assertThat(story.news())
                .containsExactly("SignalReceived", "SignalTaken(a due_changed)", "StepWaiting(a TIMER)");
        assertThat(story.step("a").open())
                .isEqualTo(new Open.Waiting(Instant.parse("2026-03-01T00:00:00Z"), WaitReason.TIMER));
        story.at(Instant.parse("2026-02-01T00:00:00Z"));
        assertThat(story.refused(new Command.WakeStep(StepPath.of("a")))).isEqualTo(Refusal.NOT_DUE);
        story.signal("due_changed", "{\"dueAt\":\"2026-01-31T13:00:00Z\"}").due("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("Signals that came before the step began move its time too, and the newest one counts")
    void movedBefore() {
        Story story = story("""
                  s: { action: s.do }
                  a: { after: [s], waitUntil: "${ signal ? signal : input }", updateOn: due_changed }
                """, "\"2026-02-01T00:00:00Z\"");
        story.signal("due_changed", "\"2026-03-01T00:00:00Z\"").signal("due_changed", "\"2026-04-01T00:00:00Z\"");
        story.done("s");

        assertThat(story.step("a").open())
                .isEqualTo(new Open.Waiting(Instant.parse("2026-04-01T00:00:00Z"), WaitReason.TIMER));
        assertThat(story.state().signals.waiting()).isEmpty();
    }

    @Test
    @DisplayName("S7 an early signal that gives no time is taken and skipped, and the newest one with a time counts")
    void uselessBefore() {
        Story story = story("""
                  s: { action: s.do }
                  a: { after: [s], waitUntil: "${ signal ? signal.at : input }", updateOn: moved }
                """, "\"2026-02-01T00:00:00Z\"");
        story.signal("moved", "{\"at\":\"soon\"}")
                .signal("moved", "{\"at\":\"2026-03-01T00:00:00Z\"}")
                .signal("moved", "{\"at\":\"later\"}");
        story.news();
        story.done("s");

        assertThat(story.news())
                .endsWith(
                        "SignalTaken(a moved unusable)",
                        "SignalTaken(a moved)",
                        "SignalTaken(a moved unusable)",
                        "StepWaiting(a TIMER)");
        assertThat(story.step("a").open())
                .isEqualTo(new Open.Waiting(Instant.parse("2026-03-01T00:00:00Z"), WaitReason.TIMER));
        assertThat(story.state().signals.waiting()).isEmpty();
    }

    @Test
    @DisplayName("S7 early signals that all give no time leave the timeout of an await as it is without them")
    void onlyUselessBefore() {
        Story story = story("""
                  s: { action: s.do }
                  a: { after: [s], await: { signal: paid, timeout: "${ signal ? signal : '2d' }", updateOn: more } }
                """, "{}");
        story.signal("more", "\"soon\"").done("s");

        assertThat(story.step("a").open()).isEqualTo(new Open.Waiting(after(Duration.ofDays(2)), WaitReason.SIGNAL));
        assertThat(story.state().signals.waiting()).isEmpty();
    }

    @Test
    @DisplayName("S7 early signals wait on if the time cannot be computed without one either")
    void uselessForAnotherReason() {
        Story story = story("""
                  s: { action: s.do }
                  a:
                    after: [s]
                    await: { signal: paid, timeout: "${ (signal ? signal : '2d') & steps.s.output.unit }", updateOn: more }
                    onExhausted: escalate
                """, "{}");
        story.signal("more", "\"5\"").done("s", "{\"unit\":\"x\"}");

        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);
        assertThat(story.state().signals.waiting()).hasSize(1);
    }

    @Test
    @DisplayName("The timeout of an await is moved, and counts from when the step began")
    void movesATimeout() {
        Story story = story("""
                  a:
                    await: { signal: paid, timeout: "${ signal ? signal : '2d' }", updateOn: more_time, default: none }
                """, "{}");
        story.at(after(Duration.ofDays(1))).signal("more_time", "\"5d\"");

        assertThat(story.step("a").open()).isEqualTo(new Open.Waiting(after(Duration.ofDays(5)), WaitReason.SIGNAL));
        story.due("a");
        assertThat(story.step("a").output()).hasToString("\"none\"");
    }

    @Test
    @DisplayName("A retried await begins to wait anew, and its moved timeout counts from then")
    void movesATimeoutAfterARetry() {
        Story story = story("""
                  a:
                    await: { signal: paid, timeout: "${ signal ? signal : '2d' }", updateOn: more_time }
                    onExhausted: escalate
                """, "{}");
        story.due("a").at(after(Duration.ofDays(3))).retry("a");
        assertThat(story.step("a").open()).isEqualTo(new Open.Waiting(after(Duration.ofDays(5)), WaitReason.SIGNAL));

        story.signal("more_time", "\"6d\"");

        assertThat(story.step("a").open()).isEqualTo(new Open.Waiting(after(Duration.ofDays(9)), WaitReason.SIGNAL));
    }

    @Test
    @DisplayName("A signal with which no time can be computed is refused, and the timer goes on as it was")
    void refusesUselessData() {
        Story story = story(
                "  a: { waitUntil: \"${ signal ? signal.at : input }\", updateOn: moved }", "\"2026-02-01T00:00:00Z\"");

        assertThat(story.refused(new Command.Signal("moved", null, new dev.reeve.Json("{\"at\":\"soon\"}"), "ann")))
                .isEqualTo(Refusal.INVALID_DATA);
        assertThat(story.step("a").open())
                .isEqualTo(new Open.Waiting(Instant.parse("2026-02-01T00:00:00Z"), WaitReason.TIMER));
    }

    @Test
    @DisplayName("I16 a time that is moved again and again leaves half of the history to other events")
    void movedTooOften() {
        Story story = story("  a: { waitUntil: \"${ signal ? signal : input }\", updateOn: moved }", "4e12");
        int most = story.state().historyMax() / 2;
        while (story.state().events < most) {
            story.signal("moved", "5e12");
        }

        assertThat(story.refused(new Command.Signal("moved", null, new dev.reeve.Json("6e12"), "ann")))
                .isEqualTo(Refusal.LIMIT);
        assertThat(story.status("a")).isEqualTo(StepStatus.WAITING);
    }

    @Test
    @DisplayName("I13 a paused execution notices the new time, and the timer ends after the pause")
    void paused() {
        Story story = story("  a: { waitUntil: \"${ signal ? signal : input }\", updateOn: moved }", "4e12");
        story.must(new Command.Pause("ann", "lunch")).signal("moved", "0");

        assertThat(story.status("a")).isEqualTo(StepStatus.WAITING);
        assertThat(story.refused(new Command.WakeStep(StepPath.of("a")))).isEqualTo(Refusal.NOT_DUE);
        story.must(new Command.Resume("ann", "back")).due("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S9 an execution that waits moves to a version in which a signal moves the wait")
    void movesToAnotherVersion() {
        Story story = story("  a: { waitUntil: \"${ input }\" }", "\"2026-02-01T00:00:00Z\"");
        Plan next = Plan.of(
                DefinitionReader.parse(
                        "workflow: times\nversion: 2\nsteps:\n  a: { waitUntil: \"${ signal ? signal : input }\", updateOn: moved }"));
        story.must(new Command.Move(next, "ann", "customers move it")).signal("moved", "\"2026-02-02T00:00:00Z\"");

        assertThat(story.step("a").open())
                .isEqualTo(new Open.Waiting(Instant.parse("2026-02-02T00:00:00Z"), WaitReason.TIMER));
    }

    private static Plan movableAwait(String more) {
        return Plan.of(DefinitionReader.parse("""
                workflow: times
                version: 2
                steps:
                  a: { await: { signal: paid, timeout: "${ signal ? signal : '2d' }", updateOn: more_time } }
                """ + more));
    }

    @Test
    @DisplayName("S9 a timeout that another version makes movable counts from when the step began to wait")
    void movableInAnotherVersion() {
        Story story = story("  a: { await: { signal: paid, timeout: 2d } }", "{}");
        story.at(after(Duration.ofDays(1))).must(new Command.Move(movableAwait(""), "ann", "customers move it"));
        story.signal("more_time", "\"5d\"");

        assertThat(story.step("a").open()).isEqualTo(new Open.Waiting(after(Duration.ofDays(5)), WaitReason.SIGNAL));
    }

    @Test
    @DisplayName("S9 a wait that another version makes movable takes the signals that are there already")
    void movableBySignalsBefore() {
        Story story = story("""
                  a: { await: { signal: paid, timeout: 2d } }
                  b: { after: [a], await: more_time }
                """, "{}");
        story.signal("more_time", "\"4d\"").signal("more_time", "\"never\"");
        story.news();
        story.at(after(Duration.ofDays(1)))
                .must(new Command.Move(
                        movableAwait("  b: { after: [a], await: more_time }\n"), "ann", "customers move it"));

        assertThat(story.news())
                .containsExactly(
                        "ExecutionMoved",
                        "SignalTaken(a more_time)",
                        "StepWaiting(a SIGNAL)",
                        "SignalTaken(a more_time unusable)");
        assertThat(story.step("a").open()).isEqualTo(new Open.Waiting(after(Duration.ofDays(4)), WaitReason.SIGNAL));
    }
}
