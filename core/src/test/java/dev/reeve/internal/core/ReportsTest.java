package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.recovery.EngineFailures;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** I5, I6, F8, F10: reports that are late, repeated, forged or lost. */
class ReportsTest {

    @Test
    @DisplayName("R5 I5 a report counts once; its duplicate is refused and leaves no trace")
    void duplicate() {
        Story story = Story.of(Flow.of(step("a"), step("b").after("a")));
        AttemptToken token = story.start("a");
        story.must(new Command.CompleteAttempt(token, new Json("1")));
        int before = story.history().size();

        assertThat(story.refused(new Command.CompleteAttempt(token, new Json("2"))))
                .isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.refused(new Command.FailAttempt(token, business()))).isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.history()).hasSize(before);
        assertThat(story.step("a").output()).isEqualTo(new Json("1"));
    }

    @Test
    @DisplayName("A3 F8 a late report is refused, and kept once as evidence")
    void late() {
        Story story = Story.of(Flow.of(step("a")));
        AttemptToken token = story.start("a");
        story.due("a");
        story.news();

        assertThat(story.refused(new Command.CompleteAttempt(token, new Json("1"))))
                .isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.news()).containsExactly("LateReportKept(a)");
        assertThat(story.refused(new Command.CompleteAttempt(token, new Json("1"))))
                .isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.news()).isEmpty();
        assertThat(story.step("a").output()).isNull();
    }

    @Test
    @DisplayName("I8 F8 a report after complete-by does not count, and gives the attempt up")
    void overdue() {
        Story story = Story.of(Flow.of(step("a")));
        AttemptToken token = story.start("a");
        story.later(Flow.COMPLETE_BY.plusNanos(1000)).news();

        assertThat(story.refused(new Command.RecordCheckpoint(token, new Json("1"))))
                .isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.news()).isEmpty();
        assertThat(story.refused(new Command.CompleteAttempt(token, new Json("1"))))
                .isEqualTo(Refusal.STALE_ATTEMPT);

        assertThat(story.news())
                .containsExactly("AttemptFailed(a SILENT)", "LateReportKept(a)", "StepWaiting(a BACKOFF)");
        assertThat(story.step("a").inDoubt()).isTrue();
    }

    @Test
    @DisplayName("I8 a failure reported after complete-by does not count either: the outcome is unknown")
    void overdueFailure() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(1).compensated()));
        AttemptToken token = story.start("a");
        story.later(Flow.COMPLETE_BY.plusNanos(1000)).news();

        assertThat(story.refused(new Command.FailAttempt(token, business()))).isEqualTo(Refusal.STALE_ATTEMPT);

        assertThat(story.news())
                .containsExactly(
                        "AttemptFailed(a SILENT)",
                        "LateReportKept(a)",
                        "StepFailed(a)",
                        "CompensationStarted",
                        "ForwardClosed",
                        "StepReady(a undo)");
    }

    @Test
    @DisplayName("a report at complete-by still counts")
    void justInTime() {
        Story story = Story.of(Flow.of(step("a")));
        AttemptToken token = story.start("a");

        story.later(Flow.COMPLETE_BY).must(new Command.CompleteAttempt(token, new Json("1")));

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("F10 a forged token is refused and leaves no trace, neither while open nor late")
    void forged() {
        Story story = Story.of(Flow.of(step("a")));
        AttemptToken token = story.start("a");
        AttemptToken forged =
                new AttemptToken(token.execution(), token.step(), token.purpose(), token.attempt(), token.nonce() + 1);
        assertThat(story.refused(new Command.CompleteAttempt(forged, new Json("1"))))
                .isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.refused(new Command.LoseAttempt(forged))).isEqualTo(Refusal.STALE_ATTEMPT);
        story.due("a");
        story.news();

        assertThat(story.refused(new Command.CompleteAttempt(forged, new Json("1"))))
                .isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.news()).isEmpty();
    }

    @Test
    @DisplayName("a token of another execution, step or purpose is refused")
    void wrongToken() {
        Story story = Story.of(Flow.of(step("a"), step("b")));
        AttemptToken a = story.start("a");
        story.start("b");
        AttemptToken otherStep = new AttemptToken(a.execution(), StepPath.of("b"), a.purpose(), 1, a.nonce());
        AttemptToken otherPurpose = new AttemptToken(a.execution(), a.step(), Purpose.COMPENSATION, 1, a.nonce());
        AttemptToken noStep = new AttemptToken(a.execution(), StepPath.of("z"), a.purpose(), 1, a.nonce());
        AttemptToken otherExecution = new AttemptToken(
                ExecutionId.parse("00000000-0000-0000-0000-000000000009"), a.step(), a.purpose(), 1, a.nonce());

        assertThat(story.refused(new Command.CompleteAttempt(otherStep, Json.NULL)))
                .isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.refused(new Command.CompleteAttempt(otherPurpose, Json.NULL)))
                .isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.refused(new Command.CompleteAttempt(otherExecution, Json.NULL)))
                .isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.refused(new Command.CompleteAttempt(noStep, Json.NULL)))
                .isEqualTo(Refusal.UNKNOWN_STEP);
    }

    @Test
    @DisplayName("only queued steps can be handed out")
    void startTwice() {
        Story story = Story.of(Flow.of(step("a"), step("b").after("a")));
        story.start("a");

        assertThat(story.refused(new Command.StartStep(StepPath.of("a"), "x"))).isEqualTo(Refusal.WRONG_STATE);
        assertThat(story.refused(new Command.StartStep(StepPath.of("b"), "x"))).isEqualTo(Refusal.WRONG_STATE);
        assertThat(story.refused(new Command.StartStep(StepPath.of("z"), "x"))).isEqualTo(Refusal.UNKNOWN_STEP);
        assertThat(story.refused(new Command.WakeStep(StepPath.of("b")))).isEqualTo(Refusal.NOT_DUE);
        assertThat(story.refused(new Command.WakeStep(StepPath.of("z")))).isEqualTo(Refusal.UNKNOWN_STEP);
        assertThat(story.refused(new Command.WakeExecution())).isEqualTo(Refusal.NOT_DUE);
    }

    @Test
    @DisplayName("I3 an ended execution never changes, not even by a late report")
    void ended() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(1)));
        AttemptToken token = story.start("a");
        story.due("a");

        assertThat(story.refused(new Command.CompleteAttempt(token, Json.NULL))).isEqualTo(Refusal.ENDED);
        assertThat(story.refused(new Command.WakeExecution())).isEqualTo(Refusal.ENDED);
    }

    @Test
    @DisplayName("R40 oversized details of a failure are left out, with a note")
    void largeDetails() {
        Story story = Story.of(Flow.of(step("a")));
        Json details = new Json("\"" + "x".repeat(EngineFailures.DETAILS_LENGTH_MAX) + "\"");

        story.fails("a", new Failure(Cause.BUSINESS, "NO", "no", details, null, false));

        assertThat(failureOf(story).details()).isNull();
        assertThat(failureOf(story).message()).startsWith("no (details of more than");
    }

    private static Failure failureOf(Story story) {
        return Objects.requireNonNull(story.state().failure());
    }
}
