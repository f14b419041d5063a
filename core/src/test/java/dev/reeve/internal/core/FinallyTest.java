package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.state.Work;
import dev.reeve.workflow.OnExhausted.Then;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The steps of {@code finally}. */
class FinallyTest {

    private Flow flow() {
        return Flow.of(step("a").compensated(), step("b").after("a"))
                .andFinally(step("z").input("{\"was\":\"${ outcome }\"}").compensated());
    }

    private String seen(Story story) {
        return Work.of(story.state(), StepPath.of("z")).input().text();
    }

    @Test
    @DisplayName("after success finally steps see the outcome, and the execution ends after them")
    void completed() {
        Story story = Story.of(flow());
        story.done("a").done("b");
        assertThat(story.news()).endsWith("FinallyStarted(COMPLETED)", "StepReady(z)");
        assertThat(seen(story)).isEqualTo("{\"was\":\"completed\"}");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(story.state().output()).as("not official yet").isNull();
        story.done("z");

        assertThat(story.news()).containsExactly("StepCompleted(z)", "ExecutionCompleted");
        assertThat(story.state().output()).isEqualTo(new Json("{\"a\":\"a\",\"b\":\"b\"}"));
    }

    @Test
    @DisplayName("the steps of finally run after the compensations, and read the outcome")
    void compensated() {
        Story story = Story.of(flow());
        story.done("a").fails("b", business()).done("a");
        assertThat(seen(story)).isEqualTo("{\"was\":\"compensated\"}");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATING);
        story.done("z");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("the steps of finally run after a failure with nothing to undo, and read the outcome")
    void failed() {
        Story story = Story.of(flow());
        story.fails("a", business());
        assertThat(seen(story)).isEqualTo("{\"was\":\"failed\"}");
        story.done("z");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
    }

    @Test
    @DisplayName("the steps of finally run after a cancel, and read the outcome")
    void cancelled() {
        Story story = Story.of(flow());
        story.cancel();
        assertThat(seen(story)).isEqualTo("{\"was\":\"cancelled\"}");
        story.done("z");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @ParameterizedTest
    @EnumSource(Then.class)
    @DisplayName("a step of finally that fails needs a person, unless its policy is continue")
    void fails(Then then) {
        Story story = Story.of(Flow.of(step("a")).andFinally(step("z").then(then)));
        story.done("a").fails("z", business());

        if (then == Then.CONTINUE) {
            assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        } else {
            assertThat(story.state().status()).isEqualTo(ExecutionStatus.ESCALATED);
            story.skip("z");
            assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        }
    }

    @Test
    @DisplayName("finally is a graph of its own, with conditions and waits")
    void graph() {
        Story story = Story.of(Flow.of(step("a"))
                .andFinally(
                        step("x").when("outcome = 'failed'"),
                        step("y").after("x"),
                        step("w").waitFor(Duration.ofHours(1)),
                        step("z").after("y", "w")));
        story.done("a");
        assertThat(story.news()).contains("StepSkipped(x CONDITION)", "StepSkipped(y PREDECESSORS)");
        story.due("w").done("z");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("steps that did not begin do not begin in finally")
    void nothingOfTheMainGraphBegins() {
        Story story = Story.of(Flow.of(step("a").compensated(), step("b").after("a"), step("c"))
                .andFinally(step("z")));
        story.start("a");
        story.fails("c", business()).done("a").done("a");

        assertThat(story.status("b")).isEqualTo(StepStatus.PENDING);
        assertThat(story.state().open()).containsExactly(StepPath.of("z"));
    }
}
