package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepStatus;
import dev.reeve.workflow.OnExhausted;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: switches and joins of a number; C6: pivots. */
class ChoiceTest {

    private static Story route(String input) {
        return Story.of(
                Flow.of(
                        step("route")
                                .switching("express: input.express", "bulk: input.weight > 100", "normal: otherwise"),
                        step("fly").after("route.express"),
                        step("ship").after("route.bulk"),
                        step("post").after("route.normal", "route.bulk"),
                        step("told").after("fly", "ship", "post")),
                input);
    }

    @Test
    @DisplayName("S7 the first case that holds is chosen, and the steps after the other cases are skipped")
    void firstCase() {
        Story story = route("{\"express\":true,\"weight\":500}");

        assertThat(story.news())
                .containsExactly(
                        "ExecutionStarted",
                        "StepCompleted(route)",
                        "StepReady(fly)",
                        "StepSkipped(ship PREDECESSORS)",
                        "StepSkipped(post PREDECESSORS)");
        assertThat(story.step("route").output()).isEqualTo(new Json("\"express\""));
        story.done("fly");
        assertThat(story.status("told")).isEqualTo(StepStatus.READY);
    }

    @Test
    @DisplayName("S7 a step may follow several cases")
    void severalCases() {
        Story bulk = route("{\"weight\":500}");
        assertThat(bulk.status("ship")).isEqualTo(StepStatus.READY);
        assertThat(bulk.status("post")).isEqualTo(StepStatus.READY);
        Story normal = route("{\"weight\":5}");
        assertThat(normal.status("ship")).isEqualTo(StepStatus.SKIPPED);
        assertThat(normal.status("post")).isEqualTo(StepStatus.READY);
    }

    @Test
    @DisplayName("S7 if no case holds, the steps after the cases are skipped, and those after the switch run")
    void noCase() {
        Story story = Story.of(Flow.of(
                step("route").switching("express: input.express"),
                step("fly").after("route.express"),
                step("all").after("route")));

        assertThat(story.step("route").output()).isEqualTo(Json.NULL);
        assertThat(story.status("fly")).isEqualTo(StepStatus.SKIPPED);
        assertThat(story.status("all")).isEqualTo(StepStatus.READY);
    }

    @Test
    @DisplayName("S7 join N starts once N steps completed, and is skipped once N can no longer complete")
    void joinOfNumber() {
        Story two = Story.of(Flow.of(
                step("a"), step("b"), step("c"), step("d").after("a", "b", "c").join(2)));
        two.done("b");
        assertThat(two.status("d")).isEqualTo(StepStatus.PENDING);
        two.done("a");
        assertThat(two.status("d")).isEqualTo(StepStatus.READY);
        two.done("c").done("d");
        assertThat(two.state().status()).isEqualTo(ExecutionStatus.COMPLETED);

        Story tooFew = Story.of(Flow.of(
                step("a").when("false"),
                step("b").when("false"),
                step("c"),
                step("d").after("a", "b", "c").join(2)));
        assertThat(tooFew.status("d")).isEqualTo(StepStatus.SKIPPED);
    }

    @Test
    @DisplayName("C6 after a pivot completed nothing is undone, and failures need a person")
    void pastThePivot() {
        Story story = Story.of(
                Flow.of(
                                step("reserve").compensated(),
                                step("pay").after("reserve").pivot(),
                                step("ship").after("pay").then(OnExhausted.Then.ESCALATE))
                        .output("{\"x\":\"${ $uppercase(1) }\"}"),
                Duration.ofHours(1));
        story.done("reserve").done("pay");

        assertThat(story.refused(new Command.Cancel("ann", "no"))).isEqualTo(Refusal.WRONG_STATE);
        assertThat(story.refused(new Command.Compensate("ann", "no"))).isEqualTo(Refusal.WRONG_STATE);
        assertThat(story.state().completeBy()).isNull();
        story.fails("ship", Story.business());
        assertThat(story.status("ship")).isEqualTo(StepStatus.ESCALATED);
        story.skip("ship");
        assertThat(story.state().status())
                .as("an output that cannot be computed undoes nothing either")
                .isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(String.valueOf(story.state().output())).contains("omitted");
    }

    @Test
    @DisplayName("C6 past the pivot, items whose policy is to undo need a person")
    void doubtPastThePivot() {
        Story story = Story.of(Flow.of(step("pay").pivot(), step("ship").after("pay")));
        story.done("pay").fails("ship", Story.business());

        assertThat(story.status("ship")).isEqualTo(StepStatus.ESCALATED);
        assertThat(story.state().isUndoing()).isFalse();
    }

    @Test
    @DisplayName("C6 before the pivot completes all is undone; if the pivot completes meanwhile, a person decides")
    void pivotThatComesLate() {
        Story story = Story.of(Flow.of(
                step("reserve").compensated(), step("pay").after("reserve").pivot()));
        story.done("reserve");
        story.start("pay");
        story.cancel().done("pay");

        assertThat(story.status("pay")).isEqualTo(StepStatus.ESCALATED);
        assertThat(String.valueOf(story.step("pay").failure())).contains("PIVOT_PASSED");
        story.retry("pay");
        assertThat(story.status("pay")).as("there is nothing to try").isEqualTo(StepStatus.ESCALATED);
        story.skip("pay").done("reserve");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("C6 a failed pivot undoes the steps before it")
    void pivotFails() {
        Story story = Story.of(Flow.of(
                step("reserve").compensated(), step("pay").after("reserve").pivot()));
        story.done("reserve").fails("pay", Story.business()).done("reserve");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }
}
