package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.rules.ChildExecutions;
import dev.reeve.internal.core.start.Reversal;
import dev.reeve.internal.core.state.UnneededSteps;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: steps that compute a value, fail on purpose, or complete the execution. */
class EndingTest {

    @Test
    @DisplayName("S7 a value is computed in the same decision, and later steps read it")
    void value() {
        Story story = Story.of(
                Flow.of(
                        step("a").value("{\"n\":\"${ input.n + 1 }\"}"),
                        step("b").after("a").input("\"${ steps.a.output.n }\"")),
                "{\"n\":1}");

        assertThat(story.news()).containsExactly("ExecutionStarted", "StepCompleted(a)", "StepReady(b)");
        assertThat(story.step("a").output()).isEqualTo(new Json("{\"n\":2}"));
        assertThat(((Event.StepReady) story.history().getLast()).input()).isEqualTo(new Json("2"));
    }

    @Test
    @DisplayName("S7 a value that cannot be computed fails the step, and the execution is undone")
    void noValue() {
        Story story =
                Story.of(Flow.of(step("a").compensated(), step("b").after("a").value("\"${ 1 + 'x' }\"")));

        story.done("a");

        assertThat(story.news()).containsSubsequence("StepFailed(b)", "CompensationStarted", "StepReady(a undo)");
        assertThat(undoneFor(story).code()).isEqualTo("EXPRESSION_FAILED");
    }

    @Test
    @DisplayName("S7 a step fails on purpose: a business failure with its code and text, and what was done is undone")
    void failure() {
        Story story = Story.of(
                Flow.of(
                        step("a").compensated(),
                        step("b").after("a").when("input.n > 1").fails("TOO_RISKY", "\"n is ${ input.n }\"")),
                "{\"n\":2}");

        story.done("a");
        assertThat(story.news()).containsSubsequence("StepFailed(b)", "CompensationStarted", "StepReady(a undo)");
        story.done("a");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(undoneFor(story)).isEqualTo(new Failure(Cause.BUSINESS, "TOO_RISKY", "n is 2", null, null, false));
    }

    @Test
    @DisplayName("S7 a failure without a text has a default text, and with nothing to undo the execution has failed")
    void plainFailure() {
        Story story = Story.of(Flow.of(step("a").fails("NO", null)));

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(undoneFor(story).message()).isEqualTo("step 'a' ends the execution");
    }

    private static Failure undoneFor(Story story) {
        return Objects.requireNonNull(story.state().undoneFor);
    }

    @Test
    @DisplayName("S7 a step completes the execution: waits end, attempts end first, nothing begins")
    void completed() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("b").compensated(),
                step("c").waitFor(Duration.ofDays(1)),
                step("d").awaits("go"),
                step("e").after("b"),
                step("z").after("a").completes("{\"early\":\"${ steps.a.output }\"}")));
        story.start("b");

        story.done("a", "1");

        assertThat(story.news())
                .endsWith(
                        "StepCompleted(a)",
                        "StepCompleted(z)",
                        "CompletionStarted",
                        "StepSkipped(c WITHDRAWN)",
                        "StepSkipped(d WITHDRAWN)");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(Explainer.explain(story.state(), Map.of()).summary()).startsWith("Step 'z' has completed it");
        assertThat(story.refused(new Command.Cancel("ann", "late"))).isEqualTo(Refusal.WRONG_STATE);
        assertThat(story.refused(new Command.Signal("go", null, Json.NULL, "ann")))
                .isEqualTo(Refusal.WRONG_STATE);
        story.done("b");

        assertThat(story.news()).endsWith("StepCompleted(b)", "ExecutionCompleted");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(story.state().output()).isEqualTo(new Json("{\"early\":1}"));
        assertThat(story.status("b")).as("what was done stays done").isEqualTo(StepStatus.COMPLETED);
        assertThat(story.status("e")).isEqualTo(StepStatus.PENDING);
    }

    @Test
    @DisplayName("S7 an attempt that fails after the end was decided is not retried, and undoes nothing")
    void failsLate() {
        Story story = Story.of(Flow.of(
                step("a").compensated(),
                step("b").compensated(),
                step("z").after("a").completes("1")));
        story.start("b");
        story.done("a");

        story.fails("b", business());

        assertThat(story.news()).endsWith("AttemptFailed(b BUSINESS)", "StepFailed(b)", "ExecutionCompleted");
        assertThat(story.status("a")).isEqualTo(StepStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 an attempt whose outcome stays unknown is recorded as possibly done")
    void silent() {
        Story story = Story.of(
                Flow.of(step("a"), step("b").compensated(), step("z").after("a").completes("1")));
        story.start("b");
        story.done("a");

        story.fallsSilent("b");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(story.step("b").inDoubt()).isTrue();
    }

    @Test
    @DisplayName("S7 finally runs after a step has completed the execution, and sees that it is completed")
    void withFinally() {
        Story story = Story.of(Flow.of(step("a"), step("z").completes("5"))
                .andFinally(step("f").input("\"${ outcome }\"")));

        assertThat(story.news()).contains("StepSkipped(a WITHDRAWN)", "FinallyStarted(COMPLETED)");
        story.done("f");

        assertThat(story.state().output()).isEqualTo(new Json("5"));
    }

    @Test
    @DisplayName("S7 past a pivot a step may still complete the execution")
    void pastPivot() {
        Story story = Story.of(Flow.of(
                step("a").pivot(), step("b").awaits("go"), step("z").after("a").completes("1")));

        story.done("a");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 S12 past a pivot a step whose output cannot be computed is resolved, and completes the execution")
    void resolvedPastPivot() {
        Story story = Story.of(
                Flow.of(
                        step("a").pivot(),
                        step("b").awaits("go"),
                        step("z").after("a").completes("\"${ $number(input.n) }\"")),
                "{\"n\":\"none\"}");
        story.done("a");
        assertThat(story.status("z")).isEqualTo(StepStatus.ESCALATED);

        story.resolve("z", "5");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(story.state().output()).isEqualTo(new Json("5"));
    }

    @Test
    @DisplayName("C6 a pivot that completes after a step has completed the execution is past the point of no return "
            + "(seed 1028174)")
    void latePivot() {
        Story story = Story.of(Flow.of(
                step("a").compensated(), step("p").pivot(), step("z").after("a").completes("1")));
        story.start("p");
        story.done("a").done("p");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);

        assertThat(Reversal.of(story.state(), story.history()))
                .isInstanceOfSatisfying(
                        Reversal.Impossible.class, no -> assertThat(no.reason()).contains("is past its pivot"));
    }

    @Test
    @DisplayName("S7 children are cancelled when a step has completed their parent")
    void children() {
        Story story = Story.of(Flow.of(
                step("a"), step("b").child("other"), step("z").after("a").completes("1")));
        Story child = story.child("b", Flow.of(step("x")).plan());

        story.done("a");

        assertThat(UnneededSteps.underWay(story.state())).containsExactly(StepPath.of("b"));
        Command stop = ChildExecutions.stop(story.state(), StepPath.of("b"));
        assertThat(stop).isInstanceOf(Command.Cancel.class);
        assertThat(story.state().inFlight()).isEqualTo(1);
        child.must(stop);
        story.report(child);
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 an output that is too large fails the step")
    void tooLarge() {
        Story story = Story.of(Flow.of(step("a")
                .completes("\"${ $pad('', 70000, 'x') & $pad('', 400000, 'x') "
                        + "& $pad('', 400000, 'x') & $pad('', 400000, 'x') }\"")));

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
    }

    @Test
    @DisplayName("O2 a re-run decides again whether a step ends it")
    void rerun() {
        Story story =
                Story.of(Flow.of(step("a"), step("b"), step("z").after("a").completes("1")));
        story.start("b");
        story.done("a").done("b");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);

        Story again = story.rerun("b");

        assertThat(again.news())
                .contains("StepTaken(a COMPLETED)", "CompletionStarted")
                .doesNotContain("StepTaken(z COMPLETED)");
    }
}
