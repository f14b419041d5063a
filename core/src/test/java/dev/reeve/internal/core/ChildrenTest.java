package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.rules.ChildExecutions;
import dev.reeve.internal.core.start.Reversal;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.UnneededSteps;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.Tolerate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: steps that are executions of their own. */
class ChildrenTest {

    private static final Plan CHAIN = Flow.of(
                    step("x").compensated(),
                    step("y").after("x").compensated(),
                    step("z").after("y"))
            .plan();

    private static Flow parent() {
        return Flow.of(
                step("a").compensated(),
                step("b").after("a").input("{\"of\": \"${ input.n }\"}").child("chain"),
                step("c").after("b"));
    }

    private static Story started() {
        Story story = Story.of(parent(), "{\"n\": 5}");
        story.done("a");
        return story;
    }

    private static Story done(Story child) {
        return child.done("x").done("y").done("z");
    }

    @Test
    @DisplayName("The output of the child is that of the step, and the child gets the step's input")
    void aChildDoesTheStep() {
        Story story = started();

        Story child = story.child("b", CHAIN);
        assertThat(child.state().input()).isEqualTo(new Json("{\"of\":5}"));
        assertThat(child.state().depth()).isEqualTo(1);
        assertThat(story.status("b")).isEqualTo(StepStatus.RUNNING);
        assertThat(story.state().inFlight()).isZero();
        story.report(done(child));

        assertThat(story.step("b").output()).isEqualTo(child.state().output());
        assertThat(story.done("c").state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("A child that was undone leaves nothing to be undone in its step")
    void aChildFails() {
        Story story = started();

        Story child = story.child("b", CHAIN).done("x").fails("y", business()).done("x");
        assertThat(child.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        story.report(child);

        assertThat(story.step("b").failure()).extracting(Failure::code).isEqualTo("CHILD_COMPENSATED");
        assertThat(story.done("a").state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(story.status("b")).isEqualTo(StepStatus.FAILED);
    }

    @Test
    @DisplayName("onExhausted: escalate escalates a failed child, and retry starts another one")
    void aFailedChildIsEscalated() {
        Story story = Story.of(Flow.of(step("b").then(Then.ESCALATE).child("chain")));

        story.report(story.child("b", CHAIN).fails("x", business()));
        assertThat(story.status("b")).isEqualTo(StepStatus.ESCALATED);
        story.must(new Command.RetryStep(StepPath.of("b"), "ann"));

        assertThat(story.step("b").open()).isInstanceOf(Open.Ready.class);
        assertThat(story.step("b").attempts()).isEqualTo(1);
    }

    @Test
    @DisplayName("C3 undoing a step whose child completed undoes the child, in reverse order")
    void aChildIsUndone() {
        Story story = started();
        story.report(done(story.child("b", CHAIN)));
        story.fails("c", business());
        assertThat(story.status("b")).isEqualTo(StepStatus.COMPENSATING);

        Story undoing = story.child("b", CHAIN);
        assertThat(undoing.state().status()).isEqualTo(ExecutionStatus.COMPENSATING);
        undoing.news();
        undoing.done("y").done("x");
        assertThat(undoing.news())
                .containsExactly(
                        "StepCompensated(y)", "StepReady(x undo)", "StepCompensated(x)", "ExecutionCompensated");
        story.report(undoing);

        assertThat(story.status("b")).isEqualTo(StepStatus.COMPENSATED);
        assertThat(story.done("a").state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C3 child items are undone one by one, the last first; skipped steps are not")
    void itemsOfAChildAreUndone() {
        Plan plan = Flow.of(
                        step("x")
                                .forEach("\"${ input.list }\"", 1, Tolerate.NONE)
                                .compensated(),
                        step("never").when("false").compensated())
                .plan();
        Story story = Story.of(Flow.of(step("b").child("chain"), step("c").after("b")), "{\"list\": [1, 2]}");
        story.report(story.child("b", plan).done("x[0]").done("x[1]"));
        story.fails("c", business());

        Story undoing = story.child("b", plan);
        undoing.news();
        story.report(undoing.done("x[1]").done("x[0]"));

        assertThat(undoing.news())
                .containsExactly(
                        "StepCompensated(x[1])",
                        "StepReady(x[0] undo)",
                        "StepCompensated(x[0])",
                        "ExecutionCompensated");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C1 C5 the items of a child's list that failed as a whole, and did not matter, are undone as well")
    void itemsOfAFailedListAreUndone() {
        Plan plan = Flow.of(
                        step("x")
                                .forEach("\"${ input.list }\"", 1, Tolerate.NONE)
                                .compensated()
                                .then(Then.CONTINUE),
                        step("y").after("x").compensated())
                .plan();
        Story story = Story.of(Flow.of(step("b").child("chain"), step("c").after("b")), "{\"list\": [1, 2, 3]}");
        String large = "\"" + "x".repeat(400_000) + "\"";
        story.report(story.child("b", plan)
                .done("x[0]", large)
                .done("x[1]", large)
                .done("x[2]", large)
                .done("y"));
        assertThat(story.status("b")).isEqualTo(StepStatus.COMPLETED);
        story.fails("c", business());

        Story undoing = story.child("b", plan);
        undoing.news();
        story.report(undoing.done("y").done("x[2]").done("x[1]").done("x[0]"));

        assertThat(undoing.news()).contains("StepCompensated(x[0])", "StepCompensated(x[1])", "StepCompensated(x[2])");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C3 a grandchild is undone by the execution that undoes its parent")
    void grandchildrenAreUndone() {
        Plan middle = Flow.of(step("m").child("chain"), step("n").after("m")).plan();
        Story story = Story.of(Flow.of(step("b").child("middle"), step("c").after("b")));
        Story child = story.child("b", middle);
        child.report(done(child.child("m", CHAIN)));
        story.report(child.done("n"));
        story.fails("c", business());

        Story undoing = story.child("b", middle);
        Story undoingBelow = undoing.child("m", CHAIN);
        undoing.report(undoingBelow.done("y").done("x"));
        story.report(undoing);

        assertThat(undoingBelow.state().depth()).isEqualTo(2);
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C4 before the execution is undone, it waits for the child; a child that completes is undone")
    void turningRoundWaitsForTheChild() {
        Story story = started();
        Story child = story.child("b", CHAIN);

        story.cancel();
        assertThat(UnneededSteps.underWay(story.state())).containsExactly(StepPath.of("b"));
        assertThat(story.state().inFlight()).isEqualTo(1);
        assertThat(story.status("a")).isEqualTo(StepStatus.COMPLETED);
        story.report(done(child));

        assertThat(story.status("b")).isEqualTo(StepStatus.COMPENSATING);
        Story undoing = story.child("b", CHAIN);
        story.report(undoing.done("y").done("x")).done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("C4 a child that is cancelled with its parent leaves nothing to undo in its step")
    void cancelTravelsDown() {
        Story story = started();
        Story child = story.child("b", CHAIN).done("x");

        story.cancel();
        child.cancel();
        child.done("x");
        assertThat(child.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
        story.report(child).done("a");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(story.status("b")).isEqualTo(StepStatus.FAILED);
    }

    @Test
    @DisplayName("C6 a child past its pivot, and one that did not complete, need a person to undo them")
    void whatCannotBeUndone() {
        Plan pivot = Flow.of(step("x").pivot()).plan();
        Story story = Story.of(Flow.of(step("b").child("chain"), step("c").after("b")));
        Story child = story.child("b", pivot).done("x");
        story.report(child);

        assertThat(Reversal.of(child.state(), child.history())).isInstanceOf(Reversal.Impossible.class);
        Story failed = Story.of(Flow.of(step("x"))).fails("x", business());
        assertThat(Reversal.of(failed.state(), failed.history())).isInstanceOf(Reversal.Impossible.class);
    }

    @Test
    @DisplayName("C3 undoing a child that was completed early undoes the elements of its list that were done")
    void aChildCompletedEarlyIsUndone() {
        Plan early = Flow.of(
                        step("a"),
                        step("each").forEach("[1, 2, 3]", 1, Tolerate.NONE).compensated(),
                        step("rest").waitFor(Duration.ofDays(1)),
                        step("stop").after("a").completes("null"))
                .plan();
        Story story = started();
        Story child = story.child("b", early).done("each[0]").done("a");
        assertThat(child.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(child.status("each")).isEqualTo(StepStatus.SKIPPED);
        story.report(child).fails("c", business());

        Story undoing = story.child("b", early);
        assertThat(undoing.status("each[0]")).isEqualTo(StepStatus.COMPENSATING);
        story.report(undoing.done("each[0]")).done("a");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("I5 the report of a child counts once, and only for its own attempt")
    void reportsCountOnce() {
        Story story = started();
        Story child = done(story.child("b", CHAIN));
        story.report(child);

        assertThat(story.refused(ChildExecutions.report(
                        Objects.requireNonNull(child.state().started().parent()), child.state())))
                .isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.refused(
                        new Command.StartChild(StepPath.of("b"), child.state().id())))
                .isEqualTo(Refusal.WRONG_STATE);
    }

    @Test
    @DisplayName("A workflow that starts itself is stopped by the depth limit")
    void nestingIsLimited() {
        Plan plan = Flow.of(step("b").child("chain")).plan();
        Story story = Story.of(plan, "{}", null, 1);
        List<Story> nested = new ArrayList<>(List.of(story));
        while (story.step("b").open() instanceof Open.Ready) {
            story = story.child("b", plan);
            nested.add(story);
        }

        assertThat(nested).hasSize(Task.Child.DEPTH_MAX + 1);
        assertThat(story.step("b").failure()).extracting(Failure::code).isEqualTo("TOO_DEEP");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);

        // The cause comes first, and at any depth the message stays short
        for (int i = nested.size() - 1; i > 0; i--) {
            nested.get(i - 1).report(nested.get(i));
        }
        Failure told = Objects.requireNonNull(nested.getFirst().step("b").failure());
        String deepest = nested.getLast().state().id().toString();
        String direct = nested.get(1).state().id().toString();
        assertThat(told.code()).isEqualTo("CHILD_FAILED");
        assertThat(told.message())
                .startsWith("TOO_DEEP: workflow chain is not started")
                .contains(deepest)
                .contains(direct)
                .hasSizeLessThan(500);
    }

    @Test
    @DisplayName("C3 a completed child whose output is invalid is not repeated")
    void aChildWithAnUnfitOutput() {
        Story story = Story.of(Flow.of(
                step("b").then(Then.ESCALATE).child("chain").schema("{\"type\":\"number\"}"),
                step("c").after("b")));
        story.report(done(story.child("b", CHAIN)));
        assertThat(story.status("b")).isEqualTo(StepStatus.ESCALATED);

        assertThat(story.refused(new Command.RetryStep(StepPath.of("b"), "ann")))
                .isEqualTo(Refusal.WRONG_STATE);

        story.resolve("b", "7").fails("c", business());
        Story undoing = story.child("b", CHAIN);
        story.report(undoing.done("y").done("x"));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }
}
