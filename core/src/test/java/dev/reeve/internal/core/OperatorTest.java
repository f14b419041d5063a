package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static dev.reeve.internal.core.Story.transientFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.workflow.OnExhausted.Then;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** O2: a step needs a person, and gets one. */
class OperatorTest {

    private static final String UNKNOWN = "{\"state\":\"unknown\"}";

    private Story escalated() {
        Story story = Story.of(
                Flow.of(step("a").compensated().then(Then.ESCALATE), step("b").after("a"), step("c")));
        story.fails("a", business());
        assertThat(story.news()).endsWith("AttemptFailed(a BUSINESS)", "StepEscalated(a)");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThat(failureOf(story).code()).isEqualTo("TEST_BUSINESS");
        return story;
    }

    @Test
    @DisplayName("an escalated step leaves the other branches running, and the execution does not end")
    void othersGoOn() {
        Story story = escalated();

        story.done("c");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThat(story.state().inFlight()).isZero();
    }

    @Test
    @DisplayName("O2 retry: another attempt, with fresh budgets")
    void retry() {
        Story story = escalated();

        story.retry("a");
        assertThat(story.news()).containsExactly("StepRetried(a)");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(story.state().failure()).isNull();
        story.fails("a", transientFailure())
                .untilReady("a")
                .fails("a", transientFailure())
                .untilReady("a");

        assertThat(story.start("a").attempt()).as("I6").isEqualTo(4);
    }

    @Test
    @DisplayName("O2 resolve: the step is done, with the operator's output")
    void resolve() {
        Story story = escalated();

        story.resolve("a", "{\"byHand\":true}");

        assertThat(story.news()).containsExactly("StepResolved(a)", "StepReady(b)");
        story.done("b").done("c");
        assertThat(Objects.requireNonNull(story.state().output()).text()).contains("byHand");
    }

    @Test
    @DisplayName("C1 a resolved step counts as done, and is undone with the others")
    void resolvedIsUndone() {
        Story story = escalated();
        story.resolve("a", "1");

        story.fails("b", business());

        assertThat(story.status("a")).isEqualTo(StepStatus.COMPENSATING);
    }

    @Test
    @DisplayName("O2 skip: the steps after it run, as with continue")
    void skip() {
        Story story = escalated();

        story.skip("a");

        assertThat(story.news()).containsExactly("StepSkipped(a OPERATOR)", "StepReady(b)");
    }

    @Test
    @DisplayName("C5 a step that was skipped in doubt is undone with the others")
    void skippedInDoubt() {
        Story story = Story.of(Flow.of(
                step("a").maxAttempts(1).compensated().then(Then.ESCALATE),
                step("b").after("a")));
        story.fallsSilent("a").skip("a").fails("b", business());

        assertThat(story.status("a")).isEqualTo(StepStatus.COMPENSATING);
        story.done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("a step whose expression failed can be retried, and its input is computed again")
    void retryOfExpression() {
        Story story = Story.of(Flow.of(step("a").input("\"${ 1 + 'x' }\"").then(Then.ESCALATE)));

        story.retry("a");
        assertThat(story.news()).endsWith("StepRetried(a)", "StepEscalated(a)");
        story.resolve("a", "1");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("only an escalated step can be retried, resolved or skipped")
    void wrongState() {
        Story story = Story.of(Flow.of(step("a")));
        StepPath a = StepPath.of("a");

        assertThat(story.refused(new Command.RetryStep(a, "ann"))).isEqualTo(Refusal.WRONG_STATE);
        assertThat(story.refused(new Command.ResolveStep(a, Json.NULL, "ann"))).isEqualTo(Refusal.WRONG_STATE);
        assertThat(story.refused(new Command.SkipStep(a, "ann"))).isEqualTo(Refusal.WRONG_STATE);
        assertThat(story.refused(new Command.SkipStep(StepPath.of("z"), "ann"))).isEqualTo(Refusal.UNKNOWN_STEP);
        assertThat(story.refused(new Command.SkipStep(new StepPath("a", 0, -1), "ann")))
                .isEqualTo(Refusal.UNKNOWN_STEP);
    }

    @Test
    @DisplayName("if another branch fails, an escalated step is withdrawn, or undone if it may have been done")
    void undoneMeanwhile() {
        Story sure = escalated();
        sure.fails("c", business());
        assertThat(sure.news()).contains("StepSkipped(a WITHDRAWN)");
        assertThat(sure.state().status()).isEqualTo(ExecutionStatus.FAILED);

        Flow flow = Flow.of(step("a").maxAttempts(1).compensated().then(Then.ESCALATE), step("c"));
        Story doubtful = Story.of(flow);
        doubtful.fallsSilent("a").fails("c", business());
        assertThat(doubtful.news())
                .endsWith("CompensationStarted", "StepFailed(a)", "ForwardClosed", "StepReady(a undo)");

        Flow probed = Flow.of(step("a").maxAttempts(1).compensated().probed().then(Then.ESCALATE), step("c"));
        Story asked = Story.of(probed);
        asked.fallsSilent("a").done("a", UNKNOWN).fails("c", business());
        assertThat(asked.news()).endsWith("CompensationStarted", "StepReady(a probe)");
    }

    @Test
    @DisplayName("the execution is escalated until none of its steps needs a person")
    void several() {
        Story story = Story.of(Flow.of(step("a").then(Then.ESCALATE), step("b").then(Then.ESCALATE)));
        story.fails("a", business()).fails("b", business());

        story.resolve("b", "1");
        assertThat(failureOf(story).message()).isEqualTo("1 step needs a person");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.ESCALATED);
        story.resolve("a", "1");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    private static Failure failureOf(Story story) {
        return Objects.requireNonNull(story.state().failure());
    }
}
