package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Rounds;
import dev.reeve.internal.core.state.Work;
import dev.reeve.workflow.OnExhausted.Then;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: a step that is done again by one child execution after the other. */
class RoundsOfChildrenTest {

    private static final Plan PAGE = Flow.of(step("x").compensated()).plan();

    private static final String STEP = "pages";

    private static Flow parent(int max) {
        return Flow.of(
                step(STEP)
                        .input("{\"cursor\": \"${ previous.x }\", \"round\": \"${ round }\"}")
                        .repeatUntil("output.x = 'end'", max)
                        .atOnce()
                        .child("page"),
                step("last").after(STEP));
    }

    private static Story started() {
        return Story.of(parent(10));
    }

    /** Does one round with a child whose step gives this. */
    private static Story round(Story story, String output) {
        Story child = story.child(STEP, PAGE);
        story.report(child.done("x", '"' + output + '"'));
        return child;
    }

    private static Story undone(Story story) {
        Story child = story.child(STEP, PAGE);
        child.done("x");
        assertThat(child.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        story.report(child);
        return child;
    }

    @Test
    @DisplayName("Each round is a child of its own, and gets what the round before gave")
    void eachRoundIsAChild() {
        Story story = started();
        List<Json> inputs = new ArrayList<>();
        List<ExecutionId> children = new ArrayList<>();
        for (String page : List.of("p2", "p3", "end")) {
            inputs.add(Work.of(story.state(), StepPath.of(STEP)).input());
            children.add(round(story, page).state().id());
        }

        assertThat(inputs.stream().map(Json::text))
                .containsExactly(
                        "{\"cursor\":null,\"round\":1}",
                        "{\"cursor\":\"p2\",\"round\":2}",
                        "{\"cursor\":\"p3\",\"round\":3}");
        assertThat(children).doesNotHaveDuplicates();
        assertThat(story.step(STEP).output()).isEqualTo(new Json("{\"x\":\"end\"}"));
        assertThat(story.status("last")).isEqualTo(StepStatus.READY);
    }

    @Test
    @DisplayName("The condition knows the output of the round before, too")
    void previousInUntil() {
        Story story = Story.of(Flow.of(
                step(STEP).repeatUntil("output.x = previous.x", 9).atOnce().child("page")));
        round(story, "a");
        round(story, "b");
        assertThat(story.status(STEP)).isEqualTo(StepStatus.READY);

        round(story, "b");

        assertThat(story.status(STEP)).isEqualTo(StepStatus.COMPLETED);
    }

    @Test
    @DisplayName("C3 the rounds are undone one by one, from the last to the first")
    void undoneFromTheLast() {
        Story story = started();
        List<ExecutionId> children = new ArrayList<>();
        for (String page : List.of("p2", "p3", "end")) {
            children.addFirst(round(story, page).state().id());
        }
        story.fails("last", business());

        for (ExecutionId round : children) {
            assertThat(story.status(STEP)).isEqualTo(StepStatus.COMPENSATING);
            assertThat(story.step(STEP).child()).isEqualTo(round);
            undone(story);
            assertThat(story.step(STEP).isRoundUndone()).isTrue();
            story.findRound(STEP);
        }

        assertThat(story.status(STEP)).isEqualTo(StepStatus.COMPENSATED);
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C3 if a round fails, the rounds before it are undone, without the one that failed")
    void aFailedRound() {
        Story story = started();
        ExecutionId first = round(story, "p2").state().id();
        Story failed = story.child(STEP, PAGE).fails("x", business());
        assertThat(failed.state().status()).isEqualTo(ExecutionStatus.FAILED);
        story.report(failed);

        assertThat(story.status(STEP)).isEqualTo(StepStatus.COMPENSATING);
        assertThat(story.step(STEP).child()).isEqualTo(first);
        undone(story);
        story.findRound(STEP);

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("A round that was retried by a person follows the last round that was done")
    void retriedRound() {
        Story story = Story.of(Flow.of(step(STEP)
                .repeatUntil("output.x = 'end'", 9)
                .atOnce()
                .then(Then.ESCALATE)
                .child("page")));
        ExecutionId first = round(story, "p2").state().id();
        story.report(story.child(STEP, PAGE).fails("x", business()));
        assertThat(story.status(STEP)).isEqualTo(StepStatus.ESCALATED);
        story.must(new Command.RetryStep(StepPath.of(STEP), "ann"));

        Story again = round(story, "p3");

        assertThat(Objects.requireNonNull(again.state().started().parent()).previous())
                .isEqualTo(first);
        assertThat(story.step(STEP).rounds())
                .extracting(Rounds::done, Rounds::child)
                .containsExactly(2, again.state().id());
    }

    @Test
    @DisplayName("An execution that is cancelled between two rounds undoes those that were done")
    void cancelledBetweenRounds() {
        Story story = Story.of(Flow.of(step(STEP).repeatUntil("false", 9).child("page")));
        round(story, "p2");
        assertThat(story.step(STEP).open())
                .isInstanceOfSatisfying(
                        Open.Waiting.class,
                        waiting -> assertThat(waiting.reason()).isEqualTo(WaitReason.ROUND));

        story.must(new Command.Cancel("ann", "enough"));
        undone(story);
        story.findRound(STEP);

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("A person answers for the round that cannot be undone, and the rounds before it are undone")
    void aPersonAnswersForOneRound() {
        Story story = resolvedRound();
        assertThat(story.news()).endsWith("RoundUndone(pages by ann)");

        story.findRound(STEP);
        undone(story);
        story.findRound(STEP);

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("A person answers for all rounds if the child that leads to them is gone")
    void aPersonAnswersForAllRounds() {
        Story story = started();
        round(story, "p2");
        round(story, "end");
        story.fails("last", business());
        fails(story, EngineFailures.childGone("it cannot be read"));

        story.must(new Command.ResolveStep(StepPath.of(STEP), Json.NULL, "ann"));

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    private static final Flow ESCALATING = Flow.of(
            step(STEP)
                    .repeatUntil("output.x = 'end'", 10)
                    .atOnce()
                    .then(Then.ESCALATE)
                    .child("page"),
            step("last").after(STEP));

    /** A child has done the first round. No child was started for the second one, which a person has done. */
    private static Story secondByHand(Story story) {
        round(story, "p2");
        fails(story, business());
        assertThat(story.status(STEP)).isEqualTo(StepStatus.ESCALATED);
        return story.resolve(STEP, "{\"x\":\"end\"}");
    }

    private static void needsAPerson(Story story) {
        assertThat(story.status(STEP)).isEqualTo(StepStatus.ESCALATED);
        assertThat(story.step(STEP).failure()).extracting(Failure::code).isEqualTo("CHILD_NOT_UNDOABLE");
    }

    @Test
    @DisplayName("C3 C4 a round that a person has done is undone by a person, and the round before it by a child")
    void aRoundDoneByHand() {
        Story story = secondByHand(Story.of(ESCALATING));
        ExecutionId first = story.step(STEP).child();
        story.fails("last", business());
        needsAPerson(story);
        story.retry(STEP);
        needsAPerson(story);
        story.news();

        story.must(new Command.ResolveStep(StepPath.of(STEP), Json.NULL, "ann"));

        assertThat(story.news()).containsExactly("RoundUndone(pages by ann)", "StepReady(pages undo)");
        assertThat(story.step(STEP).child()).isEqualTo(first);
        undone(story);
        story.findRound(STEP);
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C3 C4 no other input undoes a round that a person has done")
    void aRoundDoneByHandIsNotEdited() {
        Story story = secondByHand(Story.of(ESCALATING)).fails("last", business());
        needsAPerson(story);

        story.refused(new Command.RetryStep(StepPath.of(STEP), "ann", null, new Json("{}")));

        needsAPerson(story);
    }

    @Test
    @DisplayName("C4 a person who skips a round that a person has done leaves all rounds as they are")
    void aRoundDoneByHandIsLeft() {
        Story story = secondByHand(Story.of(ESCALATING)).fails("last", business());

        story.skip(STEP);

        assertThat(story.status(STEP)).isEqualTo(StepStatus.COMPLETED);
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C3 C4 an execution that undoes another one knows the round that a person has done there")
    void aRoundDoneByHandInAChild() {
        Story outer =
                Story.of(Flow.of(step("outer").child("pages"), step("after").after("outer")));
        Story inner = secondByHand(outer.child("outer", ESCALATING.plan())).done("last");
        outer.report(inner).fails("after", business());

        Story undoing = outer.child("outer", ESCALATING.plan());
        needsAPerson(undoing);
        undoing.must(new Command.ResolveStep(StepPath.of(STEP), Json.NULL, "ann"));

        assertThat(undoing.step(STEP).child()).isEqualTo(inner.step(STEP).child());
        undone(undoing);
        undoing.findRound(STEP);
        assertThat(undoing.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    /** A person has resolved the second of two rounds as undone. */
    static Story resolvedRound() {
        Story story = started();
        round(story, "p2");
        round(story, "end");
        story.fails("last", business());
        fails(story, business());
        assertThat(story.status(STEP)).isEqualTo(StepStatus.ESCALATED);
        return story.must(new Command.ResolveStep(StepPath.of(STEP), Json.NULL, "ann"));
    }

    private static void fails(Story story, Failure failure) {
        story.must(new Command.StartStep(StepPath.of(STEP), "scheduler"));
        story.must(new Command.FailAttempt(story.token(STEP), failure));
    }

    @Test
    @DisplayName("I16 too many rounds fail the step, and those that were done are undone")
    void tooManyRounds() {
        Story story = Story.of(parent(2));
        round(story, "p2");
        round(story, "p3");

        assertThat(story.step(STEP).failure()).extracting(Failure::code).isEqualTo("REPEAT_EXHAUSTED");
        assertThat(story.status(STEP)).isEqualTo(StepStatus.COMPENSATING);
    }
}
