package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static dev.reeve.internal.core.Story.throttled;
import static dev.reeve.internal.core.Story.transientFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.recovery.Recovery;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.values.Limits;
import dev.reeve.workflow.OnExhausted.Then;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** R1, R4, V4, I16: what happens when an attempt fails, by cause. */
class RetryTest {

    @Test
    @DisplayName("V4 a transient failure is retried after a backoff, with another attempt")
    void retry() {
        Story story = Story.of(Flow.of(step("a")));

        story.fails("a", transientFailure());

        assertThat(story.news()).endsWith("AttemptFailed(a TRANSIENT)", "StepWaiting(a BACKOFF)");
        story.due("a");
        assertThat(story.news()).containsExactly("StepResumed(a)");
        story.done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(story.step("a").attempts()).isEqualTo(2);
    }

    @Test
    @DisplayName("V4 exhausted retries undo the execution; with nothing to undo it has failed")
    void exhausted() {
        Story story = Story.of(Flow.of(step("a")));

        story.fails("a", transientFailure()).untilReady("a");
        story.fails("a", transientFailure()).untilReady("a");
        story.fails("a", transientFailure());

        assertThat(story.news())
                .endsWith(
                        "AttemptFailed(a TRANSIENT)",
                        "StepFailed(a)",
                        "CompensationStarted",
                        "ForwardClosed",
                        "ExecutionFailed");
        assertThat(failureOf(story).code()).isEqualTo("TEST_TRANSIENT");
    }

    @Test
    @DisplayName("R1 long-lasting faults: further rounds of attempts after pauses, then onExhausted")
    void pauseRounds() {
        Story story = Story.of(
                Flow.of(step("a").maxAttempts(1).pause(Duration.ofHours(1), 2).then(Then.ESCALATE)));

        story.fails("a", transientFailure());
        assertThat(story.news()).endsWith("StepWaiting(a PAUSE)");
        assertThat(story.step("a").open())
                .isEqualTo(new Open.Waiting(Story.START.plus(Duration.ofHours(1)), WaitReason.PAUSE));
        story.due("a").fails("a", transientFailure()).due("a").fails("a", transientFailure());

        assertThat(story.news()).endsWith("AttemptFailed(a TRANSIENT)", "StepEscalated(a)");
        assertThat(story.step("a").attempts()).isEqualTo(3);
    }

    @Test
    @DisplayName("A6 R4 a business failure is not retried and gets no pause rounds")
    void business_() {
        Story story = Story.of(Flow.of(step("a").pause(Duration.ofHours(1), 2)));

        story.fails("a", business());

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
    }

    @Test
    @DisplayName("THROTTLED waits as long as the service asked, and uses up no ordinary attempt")
    void throttling() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(1)));

        for (int i = 0; i < Recovery.THROTTLED_MAX; i++) {
            Instant before = story.now();
            story.fails("a", throttled(Duration.ofMinutes(10)));
            Open.Waiting waiting = (Open.Waiting) story.step("a").open();
            assertThat(waiting.reason()).isEqualTo(WaitReason.THROTTLED);
            assertThat(Duration.between(before, waiting.until()))
                    .isBetween(Duration.ofMinutes(10), Duration.ofMinutes(11));
            story.due("a");
        }
        story.fails("a", throttled(Duration.ofMinutes(10)));

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
    }

    @Test
    @DisplayName("THROTTLED without a time, or with an absurd one, waits for a backoff or a day")
    void absurdRetryAfter() {
        Story story = Story.of(Flow.of(step("a")));

        story.fails("a", throttled(Duration.ofSeconds(Long.MAX_VALUE)));
        assertThat(Duration.between(Story.START, ((Open.Waiting) story.step("a").open()).until()))
                .isBetween(Duration.ofDays(1), Duration.ofHours(27));
        story.due("a").fails("a", throttled(Duration.ofSeconds(-5)));

        assertThat(story.step("a").status()).isIn(StepStatus.WAITING, StepStatus.READY);
    }

    @Test
    @DisplayName("V1 an attempt is given up at complete-by, not before, and counts as failed")
    void completeBy() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(1)));
        story.start("a");

        story.later(Flow.COMPLETE_BY.minusNanos(1000));
        assertThat(story.refused(new Command.WakeStep(StepPath.of("a")))).isEqualTo(Refusal.NOT_DUE);
        story.later(Duration.ofNanos(1000)).must(new Command.WakeStep(StepPath.of("a")));

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(failureOf(story).code()).isEqualTo("COMPLETE_BY_PASSED");
    }

    @Test
    @DisplayName("V1 an attempt whose heartbeats stopped is given up before its complete-by")
    void heartbeat() {
        Story story = Story.of(Flow.of(step("a")));
        AttemptToken token = story.start("a");

        story.later(Duration.ofSeconds(11)).must(new Command.GiveUpAttempt(token));

        assertThat(story.news()).endsWith("AttemptFailed(a SILENT)", "StepWaiting(a BACKOFF)");
        assertThat(story.step("a").failure()).isNotNull();
        assertThat(Objects.requireNonNull(story.step("a").failure()).code()).isEqualTo("HEARTBEAT_MISSED");
    }

    @Test
    @DisplayName("R4 after a lost agent the first retry is immediate, later ones have a backoff")
    void lost() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(1)));

        story.lost("a");
        assertThat(story.news()).endsWith("AttemptFailed(a LOST)", "StepResumed(a)");
        story.lost("a");

        assertThat(story.news()).endsWith("AttemptFailed(a LOST)", "StepWaiting(a BACKOFF)");
    }

    @Test
    @DisplayName("R38 poison: a step that kills its agents is escalated, regardless of its policy")
    void poison() {
        Story story = Story.of(Flow.of(step("a").then(Then.CONTINUE)));

        for (int i = 0; i < Recovery.LOST_MAX; i++) {
            story.untilReady("a").lost("a");
        }

        assertThat(story.news()).endsWith("AttemptFailed(a LOST)", "StepEscalated(a)");
        assertThat(failureOf(story).cause()).isEqualTo(Cause.POISON);
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.ESCALATED);
    }

    @Test
    @DisplayName("continue: the next steps run as if the step had been settled")
    void continues() {
        Story story = Story.of(Flow.of(step("a").then(Then.CONTINUE), step("b").after("a")));

        story.fails("a", business());

        assertThat(story.news()).endsWith("AttemptFailed(a BUSINESS)", "StepFailed(a continued)", "StepReady(b)");
        story.done("b");
        assertThat(story.state().output()).isEqualTo(new Json("{\"b\":\"b\"}"));
    }

    @Test
    @DisplayName("A5 the next attempt gets the last checkpoint")
    void checkpoint() {
        Story story = Story.of(Flow.of(step("a")));
        AttemptToken first = story.start("a");

        story.must(new Command.RecordCheckpoint(first, new Json("{\"page\":1}")));
        story.must(new Command.RecordCheckpoint(first, new Json("{\"page\":2}")));
        story.due("a").untilReady("a");
        assertThat(Work.of(story.state(), StepPath.of("a")).checkpoint()).isEqualTo(new Json("{\"page\":2}"));

        assertThat(story.refused(new Command.RecordCheckpoint(first, new Json("{\"page\":3}"))))
                .isEqualTo(Refusal.STALE_ATTEMPT);
    }

    @Test
    @DisplayName("S12 a failing expression fails the step without an attempt")
    void expressionFails() {
        Story input = Story.of(Flow.of(step("a").input("{\"n\":\"${ 1 + 'x' }\"}")));
        assertThat(input.news())
                .containsExactly(
                        "ExecutionStarted", "StepFailed(a)", "CompensationStarted", "ForwardClosed", "ExecutionFailed");
        assertThat(failureOf(input).code()).isEqualTo("EXPRESSION_FAILED");

        Story when = Story.of(Flow.of(step("a").when("1 + 'x'").then(Then.CONTINUE)));
        assertThat(when.news()).containsExactly("ExecutionStarted", "StepFailed(a continued)", "ExecutionCompleted");
    }

    @Test
    @DisplayName("an output of the workflow that cannot be computed undoes the execution")
    void outputFails() {
        Story story = Story.of(Flow.of(step("a").compensated()).output("\"${ 1 + 'x' }\""));

        story.done("a");

        assertThat(story.news()).endsWith("CompensationStarted", "ForwardClosed", "StepReady(a undo)");
        story.done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("I16 R40 an output over the limit fails the attempt, with a small failure that is not retried")
    void tooLarge() {
        Story story = Story.of(Flow.of(step("a")));

        story.done("a", "\"" + "x".repeat(Limits.DEFAULT.payloadBytes()) + "\"");

        assertThat(failureOf(story).code()).isEqualTo("PAYLOAD_TOO_LARGE");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(EventCodec.write(story.history()).length()).isLessThan(5000);
    }

    @Test
    @DisplayName("I16 a default output over the limit does not fail the execution, and advises what to do")
    void defaultOutputTooLarge() {
        Story story = Story.of(Flow.of(step("a"), step("b").after("a")));
        String half = "\"" + "x".repeat(Limits.DEFAULT.payloadBytes() - 10) + "\"";

        story.done("a", half).done("b", half);

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(Objects.requireNonNull(story.state().output()).text()).contains("\"omitted\"");
    }

    @Test
    @DisplayName("I16 a full history counts as exhausted retries")
    void historyTooLong() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(1_000_000).then(Then.ESCALATE)));

        while (story.state().status() == ExecutionStatus.RUNNING) {
            story.untilReady("a").fails("a", transientFailure());
        }

        assertThat(failureOf(story).code()).isEqualTo("HISTORY_TOO_LONG");
        assertThat(story.state().historyLength()).isBetween(Plan.HISTORY_MIN, Plan.HISTORY_MIN + 5);
        story.cancel();
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("I16 checkpoints fill no more than half of the history")
    void tooManyCheckpoints() {
        Story story = Story.of(Flow.of(step("a")));
        Command.RecordCheckpoint checkpoint = new Command.RecordCheckpoint(story.start("a"), new Json("1"));

        while (story.give(checkpoint) instanceof Decision.Accepted) {
            assertThat(story.state().historyLength()).isLessThanOrEqualTo(Plan.HISTORY_MIN / 2);
        }

        assertThat(story.refused(checkpoint)).isEqualTo(Refusal.LIMIT);
        story.done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    private static Failure failureOf(Story story) {
        return Objects.requireNonNull(story.state().failure());
    }
}
