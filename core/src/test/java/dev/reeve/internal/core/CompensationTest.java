package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static dev.reeve.internal.core.Story.failure;
import static dev.reeve.internal.core.Story.transientFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.state.Work;
import dev.reeve.workflow.OnExhausted.Then;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** C1 to C5, I10: an execution is undone. */
class CompensationTest {

    private static final String DONE = "{\"state\":\"done\",\"output\":42}";
    private static final String NOT_DONE = "{\"state\":\"notDone\"}";
    private static final String STILL_RUNNING = "{\"state\":\"running\"}";
    private static final String UNKNOWN = "{\"state\":\"unknown\"}";

    private Flow chain() {
        return Flow.of(
                step("a").compensated(),
                step("b").after("a"),
                step("c").after("b").compensated(),
                step("d").after("c"));
    }

    @Test
    @DisplayName("C1 completed steps are undone in reverse order; steps without compensation are passed over")
    void reverseOrder() {
        Story story = Story.of(chain());
        story.done("a").done("b").done("c");
        story.news();

        story.fails("d", business());
        assertThat(story.news())
                .containsExactly(
                        "AttemptFailed(d BUSINESS)",
                        "StepFailed(d)",
                        "CompensationStarted",
                        "ForwardClosed",
                        "StepReady(c undo)");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATING);
        story.done("c");
        assertThat(story.news()).containsExactly("StepCompensated(c)", "StepReady(a undo)");
        story.done("a");

        assertThat(story.news()).containsExactly("StepCompensated(a)", "ExecutionCompensated");
        assertThat(story.status("a")).isEqualTo(StepStatus.COMPENSATED);
        assertThat(story.status("b")).isEqualTo(StepStatus.COMPLETED);
    }

    @Test
    @DisplayName("C3 a compensation receives the input and output of its step, unless it has a template")
    void compensationInput() {
        Story story = Story.of(
                Flow.of(
                        step("a").compensated(),
                        step("b").after("a").compensatedWith("{\"undo\":\"${ steps.b.output }\"}"),
                        step("c").after("b")),
                "{\"n\":1}");
        story.done("a", "[1]").done("b", "[2]").fails("c", business());

        assertThat(Work.of(story.state(), StepPath.of("b")).input()).isEqualTo(new Json("{\"undo\":[2]}"));
        story.done("b");
        Work undo = Work.of(story.state(), StepPath.of("a"));
        assertThat(undo.input()).isEqualTo(new Json("{\"input\":{\"n\":1},\"output\":[1]}"));
        assertThat(undo.action()).isEqualTo("a.undo");
        assertThat(story.start("a").idempotencyKey()).endsWith("/a/undo");
    }

    @Test
    @DisplayName("C1 independent branches are undone in parallel, and their common predecessor after both")
    void branches() {
        Story story = Story.of(Flow.of(
                step("a").compensated(),
                step("b").after("a").compensated(),
                step("c").after("a").compensated(),
                step("d").after("b", "c")));
        story.done("a").done("b").done("c").fails("d", business());

        assertThat(story.state().inFlight()).isEqualTo(2);
        story.done("c");
        assertThat(story.status("a")).isEqualTo(StepStatus.COMPLETED);
        story.done("b");

        assertThat(story.status("a")).isEqualTo(StepStatus.COMPENSATING);
    }

    @Test
    @DisplayName("C5 F54 a step with an unknown outcome is undone, too")
    void possiblyDone() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(1).compensated()));

        story.fallsSilent("a");

        assertThat(story.news()).endsWith("StepFailed(a)", "CompensationStarted", "ForwardClosed", "StepReady(a undo)");
        assertThat(Work.of(story.state(), StepPath.of("a")).input())
                .isEqualTo(new Json("{\"input\":{},\"output\":null}"));
        story.done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C5 a failure with a possible effect leaves the step in doubt; one without effect does not")
    void possiblyDoneByReport() {
        Story doubtful = Story.of(Flow.of(step("a").compensated()));
        doubtful.fails("a", failure(Cause.BUSINESS, true));
        assertThat(doubtful.status("a")).isEqualTo(StepStatus.COMPENSATING);

        Story sure = Story.of(Flow.of(step("a").compensated()));
        sure.fails("a", failure(Cause.BUSINESS, false));
        assertThat(sure.state().status()).isEqualTo(ExecutionStatus.FAILED);
    }

    @Test
    @DisplayName("C5 V5 a step that failed in doubt is probed once before it is undone")
    void probedBeforeUndone() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(1).compensated().probed()));

        story.fails("a", failure(Cause.TRANSIENT, true));
        assertThat(story.news()).endsWith("AttemptFailed(a TRANSIENT)", "StepReady(a probe)");
        story.done("a", NOT_DONE);

        assertThat(story.news())
                .containsExactly(
                        "ProbeAnswered(a NotDone)",
                        "StepFailed(a)",
                        "CompensationStarted",
                        "ForwardClosed",
                        "ExecutionFailed");
    }

    @Test
    @DisplayName("V5 a step whose probe gave no answer before is not probed again")
    void notProbedTwice() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(1).compensated().probed()));

        story.fallsSilent("a").done("a", UNKNOWN);

        assertThat(story.news())
                .endsWith(
                        "ProbeAnswered(a Unknown)",
                        "StepFailed(a)",
                        "CompensationStarted",
                        "ForwardClosed",
                        "StepReady(a undo)");
    }

    @Test
    @DisplayName("I10: running attempts are awaited, their reports count, and their steps are undone")
    void runningIsWaitedFor() {
        Story story = Story.of(Flow.of(step("a").compensated(), step("b")));
        story.start("a");

        story.fails("b", business());
        assertThat(story.news()).endsWith("StepFailed(b)", "CompensationStarted");
        assertThat(story.state().isUndoing()).isTrue();
        story.done("a");

        assertThat(story.news()).containsExactly("StepCompleted(a)", "ForwardClosed", "StepReady(a undo)");
    }

    @Test
    @DisplayName("I10 a running attempt that falls silent is possibly done")
    void runningFallsSilent() {
        Story story = Story.of(Flow.of(step("a").compensated(), step("b")));
        story.start("a");
        story.fails("b", business());

        story.due("a");

        assertThat(story.news())
                .endsWith("AttemptFailed(a SILENT)", "StepFailed(a)", "ForwardClosed", "StepReady(a undo)");
    }

    @Test
    @DisplayName("V5 an attempt that falls silent before the execution is undone is probed")
    void runningFallsSilentWithProbe() {
        Story story = Story.of(Flow.of(step("a").compensated().probed(), step("b")));
        story.start("a");
        story.fails("b", business());

        story.due("a");
        assertThat(story.news()).endsWith("AttemptFailed(a SILENT)", "StepReady(a probe)");
        story.done("a", STILL_RUNNING).untilReady("a").fails("a", transientFailure());
        story.untilReady("a").done("a", DONE);

        assertThat(story.news()).endsWith("StepCompleted(a)", "ForwardClosed", "StepReady(a undo)");
    }

    @Test
    @DisplayName("V5 steps in doubt are probed before the execution ends, also if nothing has to be undone")
    void askedAboutThoughThereIsNothingToUndo() {
        Story story = Story.of(Flow.of(step("a").probed(), step("b")));
        story.fallsSilent("a").start("a");
        story.fails("b", business());
        story.done("a", STILL_RUNNING).untilReady("a");
        assertThat(story.state().isUndoing()).isTrue();

        story.done("a", DONE);

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(story.status("a")).isEqualTo(StepStatus.COMPLETED);
    }

    @Test
    @DisplayName("V5 a pivot in doubt is probed; if it was not done, no person is needed")
    void pivotIsAskedAbout() {
        Story story = Story.of(Flow.of(
                step("a").compensated(), step("charge").after("a").pivot().probed()));
        story.done("a").start("charge");
        story.cancel().due("charge");
        assertThat(story.status("charge")).isEqualTo(StepStatus.PROBING);

        story.done("charge", NOT_DONE);

        assertThat(story.done("a").state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("waiting steps are withdrawn if no attempt can have had an effect, and undone otherwise")
    void waitingSteps() {
        Story story = Story.of(Flow.of(
                step("sure").compensated(),
                step("doubtful").compensated(),
                step("asked").compensated().probed(),
                step("timer").waitFor(Duration.ofDays(1)),
                step("queued").compensated(),
                step("b")));
        story.fails("sure", transientFailure());
        story.fails("doubtful", failure(Cause.TRANSIENT, true));
        story.fails("asked", failure(Cause.TRANSIENT, true)).done("asked", UNKNOWN);
        story.news();

        story.fails("b", business());

        assertThat(story.news())
                .containsExactly(
                        "AttemptFailed(b BUSINESS)",
                        "StepFailed(b)",
                        "CompensationStarted",
                        "StepSkipped(sure WITHDRAWN)",
                        "StepFailed(doubtful)",
                        "StepReady(asked probe)",
                        "StepSkipped(timer WITHDRAWN)",
                        "StepSkipped(queued WITHDRAWN)");
        story.done("asked", UNKNOWN);
        assertThat(story.news())
                .containsExactly(
                        "ProbeAnswered(asked Unknown)",
                        "StepFailed(asked)",
                        "ForwardClosed",
                        "StepReady(doubtful undo)",
                        "StepReady(asked undo)");
    }

    @Test
    @DisplayName("C5 a step that failed in doubt and was skipped is undone after a later failure")
    void continuedInDoubt() {
        Story story = Story.of(
                Flow.of(step("a").compensated().then(Then.CONTINUE), step("b").after("a")));
        story.fails("a", failure(Cause.BUSINESS, true));

        story.fails("b", business());

        assertThat(story.status("a")).isEqualTo(StepStatus.COMPENSATING);
    }

    @Test
    @DisplayName("C2 C4 a compensation is retried, then escalated; after an operator's retry the undoing continues")
    void compensationRetriedByOperator() {
        Story story = Story.of(chain());
        story.done("a").done("b").done("c").fails("d", business());

        story.fails("c", transientFailure()).untilReady("c").fallsSilent("c").untilReady("c");
        story.lost("c").fails("c", transientFailure());
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThat(story.news()).endsWith("AttemptFailed(c undo TRANSIENT)", "StepEscalated(c undo)");
        story.retry("c").done("c").done("a");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(story.step("c").attempts(Purpose.COMPENSATION)).isEqualTo(5);
    }

    @Test
    @DisplayName("C4 an operator resolves a compensation as undone")
    void compensationResolved() {
        Story story = Story.of(chain());
        story.done("a").done("b").done("c").fails("d", business()).fails("c", business());

        story.resolve("c", "null");

        assertThat(story.news()).endsWith("StepCompensated(c by ann)", "StepReady(a undo)");
        assertThat(story.status("c")).isEqualTo(StepStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C4 an operator skips a compensation")
    void compensationSkipped() {
        Story story = Story.of(chain());
        story.done("a").done("b").done("c").fails("d", business()).fails("c", business());

        story.skip("c");

        assertThat(story.news()).endsWith("StepSkipped(c OPERATOR)", "StepReady(a undo)");
        assertThat(story.status("c")).isEqualTo(StepStatus.COMPLETED);
        story.done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C4 a step in doubt whose compensation is skipped stays failed")
    void compensationOfDoubtSkipped() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(1).compensated()));
        story.fallsSilent("a").fails("a", business());

        story.skip("a");

        assertThat(story.status("a")).isEqualTo(StepStatus.FAILED);
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("a compensation whose input cannot be computed is escalated, and an operator can recompute it")
    void compensationInputFails() {
        Story story = Story.of(
                Flow.of(step("a").compensatedWith("\"${ 1 + 'x' }\""), step("b").after("a")));
        story.done("a").fails("b", business());
        assertThat(story.news()).endsWith("ForwardClosed", "StepEscalated(a undo)");

        story.retry("a");
        assertThat(story.news()).containsExactly("StepRetried(a undo)", "StepEscalated(a undo)");
        story.resolve("a", "null");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("two branches fail: the execution is undone once")
    void secondFailure() {
        Story story = Story.of(Flow.of(step("a"), step("b")));
        story.start("b");
        story.fails("a", business());

        story.fails("b", business());

        assertThat(story.news())
                .endsWith("AttemptFailed(b BUSINESS)", "StepFailed(b)", "ForwardClosed", "ExecutionFailed");
    }

    @Test
    @DisplayName("a compensation whose input can now be computed continues after an operator's retry")
    void compensationInputSucceedsLater() {
        Story story = compensationInputSucceeds();

        assertThat(story.news()).endsWith("StepRetried(b undo)", "StepReady(b undo)");
        story.done("b");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("a step skipped in doubt is escalated if its compensation cannot be computed")
    void skippedInDoubtAndCompensationInputFails() {
        Story story = compensationOfSkippedFails();

        assertThat(story.news()).endsWith("ForwardClosed", "StepEscalated(a undo)");
        story.skip("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    static Story compensationOfSkippedFails() {
        Story story = Story.of(Flow.of(
                step("a").maxAttempts(1).compensatedWith("\"${ 1 + 'x' }\"").then(Then.ESCALATE),
                step("b").after("a")));
        return story.fallsSilent("a").skip("a").fails("b", business());
    }

    /** The input of one compensation can be computed only when another one is over. */
    static Story compensationInputSucceeds() {
        Story story = Story.of(Flow.of(
                step("a").compensated(),
                step("b").compensatedWith("\"${ steps.a.status = 'compensated' ? 1 : 1 + 'x' }\""),
                step("c").after("a", "b")));
        story.done("a").done("b").fails("c", business());
        assertThat(story.status("b")).isEqualTo(StepStatus.ESCALATED);
        return story.done("a").retry("b");
    }
}
