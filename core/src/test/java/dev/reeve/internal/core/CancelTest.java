package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.StepStatus;
import dev.reeve.workflow.OnExhausted.Then;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** I7, F52: a request to end an execution. */
class CancelTest {

    @Test
    @DisplayName("I7 cancel while a step runs: no other step begins, the report counts, and the step is undone")
    void whileRunning() {
        Story story = Story.of(Flow.of(step("a").compensated(), step("b").after("a"), step("c")));
        story.start("a");

        story.cancel();
        assertThat(story.news()).endsWith("CancelRequested", "CompensationStarted", "StepSkipped(c WITHDRAWN)");
        story.done("a");
        assertThat(story.news()).containsExactly("StepCompleted(a)", "ForwardClosed", "StepReady(a undo)");
        assertThat(story.status("b")).isEqualTo(StepStatus.PENDING);
        story.done("a");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(failureOf(story).message()).isEqualTo("cancelled by ann: not wanted any more");
    }

    @Test
    @DisplayName("cancel before any step completed: the execution ends at once")
    void atOnce() {
        Story story = Story.of(Flow.of(step("a").compensated()));

        story.cancel();

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(story.refused(new Command.Cancel("bob", "me too"))).isEqualTo(Refusal.ENDED);
    }

    @Test
    @DisplayName("cancel is refused while the execution is being undone")
    void tooLate() {
        Story story = Story.of(Flow.of(step("a").compensated(), step("b").after("a")));
        story.done("a").fails("b", business());

        assertThat(story.refused(new Command.Cancel("ann", "late"))).isEqualTo(Refusal.WRONG_STATE);
    }

    @Test
    @DisplayName("cancel is refused while finally runs, because the outcome is known")
    void duringFinally() {
        Story story = Story.of(Flow.of(step("a")).andFinally(step("z")));
        story.done("a");

        assertThat(story.refused(new Command.Cancel("ann", "late"))).isEqualTo(Refusal.WRONG_STATE);
    }

    @Test
    @DisplayName("cancel of an escalated execution")
    void escalated() {
        Story story = Story.of(Flow.of(step("a").then(Then.ESCALATE)));
        story.fails("a", business()).cancel();

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    private static Failure failureOf(Story story) {
        return Objects.requireNonNull(story.state().failure());
    }
}
