package dev.reeve.internal.core.start;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Flow;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.core.Story;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.state.Evolution;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Work;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.Tolerate;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** O2: what has ended is done again from a step on, as a new execution that takes over what leads there. */
class RerunTest {

    private static final StepPath A = StepPath.of("a");
    private static final StepPath B = StepPath.of("b");

    /** a → b → c, beside them d; b is declined, and nothing has to be undone. */
    private static Story failed() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("b").after("a").input("{\"of\":\"${ steps.a.output }\"}"),
                step("c").after("b"),
                step("d")));
        story.done("a", "{\"x\":1}").done("d").fails("b", business());
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
        return story;
    }

    @Test
    @DisplayName("steps that are not after the chosen step are taken over, and not called again")
    void takesOver() {
        Story again = failed().rerun("b");

        assertThat(again.news())
                .containsExactly(
                        "ExecutionStarted", "StepTaken(a COMPLETED)", "StepTaken(d COMPLETED)", "StepReady(b)");
        assertThat(Work.of(again.state(), B).input()).isEqualTo(new Json("{\"of\":{\"x\":1}}"));
        again.done("b").done("c");
        assertThat(again.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(again.step("a").attempts()).isZero();
        assertThat(Objects.requireNonNull(again.state().output()).text()).contains("\"a\":{\"x\":1}");
    }

    @Test
    @DisplayName("the new execution names the old one, the step, the actor and the reason; so does explain")
    void isLinked() {
        Story old = failed();

        Story again = old.rerun("b");

        assertThat(again.state().started().rerun())
                .isEqualTo(new Rerun(old.state().id(), B, "ann", "mended", Map.of()));
        assertThat(Explainer.explain(again.state(), Map.of()).summary())
                .startsWith("It does %s again from step 'b' on, as ann wanted (mended). It runs."
                        .formatted(old.state().id()));
    }

    @Test
    @DisplayName("a repeated step has its own idempotency key")
    void ownKeys() {
        Story old = failed();

        assertThat(Work.of(old.rerun("b").state(), B).idempotencyKey())
                .doesNotContain(old.state().id().toString());
    }

    @Test
    @DisplayName("C5 A2: a step that may have been done keeps its key and its input")
    void goesOnWithTheKeyOfWhatMayHaveBeenDone() {
        Story old = Story.of(Flow.of(step("a"), step("b").after("a").retry(Retry.NONE)));
        old.done("a").fallsSilent("b");
        String key = old.state().id() + "/b";
        assertThat(old.state().status()).isEqualTo(ExecutionStatus.FAILED);

        assertThat(((Reruns.Answer.Impossible) old.planRerun("b", "{}")).reasons())
                .containsExactly(
                        "step 'b' may have been done with the old input, and would be done a second time with another one");
        Story again = old.rerun("b");
        assertThat(Work.of(again.state(), B).idempotencyKey()).isEqualTo(key);

        again.fails("b", business());
        Story third = again.rerun("b");
        assertThat(Work.of(third.state(), B).idempotencyKey()).isEqualTo(key);
    }

    @Test
    @DisplayName("A2: an operator cannot give such a step another input later")
    void isNotEditedLater() {
        Story old = Story.of(
                Flow.of(step("a"), step("b").after("a").retry(Retry.NONE).then(Then.CONTINUE), step("c")));
        old.done("a").fallsSilent("b").done("c");
        Story again = old.rerun("b");
        Command edit = new Command.RetryStep(B, "ann", "a typo", new Json("1"));
        Event.StepRetried edited = new Event.StepRetried(B, Purpose.FORWARD, "ann", "a typo", new Json("1"));

        again.fails("b", business());
        assertThat(again.status("b")).isEqualTo(StepStatus.FAILED);
        assertThat(again.refused(edit)).isEqualTo(Refusal.ENDED);
        assertThatThrownBy(() -> Evolution.apply(again.state(), edited, again.now()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("C3: a step that was taken over is undone with its own input and output")
    void undoesWhatItTookOver() {
        Story old = Story.of(
                Flow.of(
                        step("a").compensated(),
                        step("b").after("a").then(Then.CONTINUE),
                        step("c").after("b")),
                "{\"n\":1}");
        old.done("a", "7").fails("b", business()).done("c");
        assertThat(old.state().status()).isEqualTo(ExecutionStatus.COMPLETED);

        Story again = old.rerun("c", "{\"n\":2}").fails("c", business());

        assertThat(Work.of(again.state(), A).input()).isEqualTo(new Json("{\"input\":{\"n\":1},\"output\":7}"));
        again.done("a");
        assertThat(again.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(again.news())
                .startsWith("ExecutionStarted", "StepTaken(a COMPLETED)", "StepTaken(b FAILED)", "StepReady(c)");
    }

    @Test
    @DisplayName("C5: completed rounds of a failed step are undone by the execution that takes it over, with the "
            + "last output")
    void undoesRounds() {
        Story old = Story.of(Flow.of(
                step("a").repeatUntil("output > 8", 2).compensated().then(Then.CONTINUE),
                step("c").after("a")));
        old.done("a", "6").due("a").done("a", "7").done("c");
        Story again = old.rerun("c").fails("c", business());

        assertThat(again.status("a")).isEqualTo(StepStatus.COMPENSATING);
        assertThat(Work.of(again.state(), A).input().text()).endsWith("\"output\":7}");
        again.done("a");
        assertThat(again.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("skipped steps are taken over as skipped, unless a person had skipped them")
    void takesOverWhatWasLeftOut() {
        Story old = Story.of(Flow.of(
                step("a").when("false"),
                step("b").after("a"),
                step("p").then(Then.ESCALATE),
                step("q").after("p"),
                step("z").after("q")));
        old.fails("p", business()).skip("p").done("q").done("z");

        Story again = old.rerun("q");

        assertThat(again.news())
                .containsExactly(
                        "ExecutionStarted",
                        "StepTaken(a SKIPPED)",
                        "StepTaken(b SKIPPED)",
                        "StepTaken(p SKIPPED)",
                        "StepReady(q)");
    }

    @Test
    @DisplayName("unsettled steps elsewhere in the graph run as well, with the steps after them")
    void doesTheRestOfTheGraph() {
        Story old = Story.of(
                Flow.of(step("a"), step("b").after("a"), step("p"), step("q").after("p")));
        old.done("a").fails("b", business());
        assertThat(old.status("p")).isEqualTo(StepStatus.SKIPPED);

        assertThat(old.rerun("b").news())
                .containsExactly("ExecutionStarted", "StepTaken(a COMPLETED)", "StepReady(b)", "StepReady(p)");
    }

    @Test
    @DisplayName("an undone step can be repeated, but not taken over; all reasons are reported at once")
    void refusesWhatWasUndone() {
        Story old = Story.of(Flow.of(
                step("a").compensated(),
                step("p").after("a"),
                step("b").after("a", "p"),
                step("c").after("b")));
        old.done("a").fails("p", business()).done("a");
        assertThat(old.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);

        assertThat(old.whyNotRerun("c"))
                .containsExactlyInAnyOrder(
                        "step 'a', which comes before it, was undone; begin with that one",
                        "step 'p', which comes before it, was not done (FAILED); begin with that one",
                        "step 'b', which comes before it, was not done (PENDING); begin with that one");
        assertThat(old.rerun("a").news()).containsExactly("ExecutionStarted", "StepReady(a)");
    }

    @Test
    @DisplayName("a re-run of an open or unknown execution, or from finally, is refused with advice")
    void refusesOthers() {
        Story story = Story.of(Flow.of(step("a")).andFinally(step("f")));

        assertThat(story.whyNotRerun("a").getFirst()).contains("RUNNING", "cancel it first");
        story.done("a").done("f");
        assertThat(story.whyNotRerun("z").getFirst()).contains("there is no step 'z'", "a, f");
        assertThat(story.whyNotRerun("f").getFirst()).contains("finally");
        assertThat(story.rerun("a").done("a").done("f").state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("I16: a re-run is refused if what it takes over does not fit into a row")
    void isBounded() {
        Flow.Spec[] steps = new Flow.Spec[20];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = i == 0 ? step("s0") : step("s" + i).after("s" + (i - 1));
        }
        Story old = Story.of(Flow.of(steps));
        for (int i = 0; i < steps.length; i++) {
            old.done("s" + i, "\"" + "x".repeat(900_000) + "\"");
        }

        assertThat(old.whyNotRerun("s19").getFirst()).contains("characters", "earlier step");
        assertThat(old.planRerun("s3", null)).isInstanceOf(Reruns.Answer.Possible.class);
    }

    @Test
    @DisplayName("I4: an execution that is no re-run takes nothing over")
    void onlyReruns() {
        Story story = Story.of(Flow.of(step("a"), step("b").after("a")));

        assertThatThrownBy(() -> Evolution.apply(
                        story.state(), new Event.StepTaken(B, null, Json.NULL, null, null, false), story.now()))
                .hasMessageContaining("neither does nor undoes");
    }

    @Test
    @DisplayName("C5 A2: of a step with rounds, only the round that may have been done keeps its key")
    void keysOfRounds() {
        Story old = Story.of(Flow.of(step("a").repeatUntil("output > 8", 5).retry(Retry.NONE)));
        old.done("a", "1").due("a").fallsSilent("a");
        assertThat(old.state().status()).isEqualTo(ExecutionStatus.FAILED);
        String key = old.state().id() + "/a#2";

        Story again = old.rerun("a");
        assertThat(Work.of(again.state(), A).idempotencyKey())
                .isEqualTo(again.state().id() + "/a");
        Story stopped = old.rerun("a").fails("a", business());
        again.done("a", "1").due("a");
        assertThat(Work.of(again.state(), A).idempotencyKey()).isEqualTo(key);
        again.done("a", "2").due("a");
        assertThat(Work.of(again.state(), A).idempotencyKey())
                .isEqualTo(again.state().id() + "/a#3");

        Story third = stopped.rerun("a").done("a", "1").due("a");
        assertThat(Work.of(third.state(), A).idempotencyKey()).isEqualTo(key);
    }

    @Test
    @DisplayName("C5 A2: a step that may have been done is not repeated with a recomputed input")
    void notWithAnInputThatIsMadeAnew() {
        Story old = Story.of(Flow.of(
                step("a").compensated(),
                step("b").after("a").input("{\"of\":\"${ steps.a.output }\"}").retry(Retry.NONE)));
        old.done("a", "1").fallsSilent("b").done("a");
        assertThat(old.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(old.whyNotRerun("a"))
                .containsExactly(
                        "step 'b' may have been done with the old output of step 'a', and would be done a second time with another one");

        Story named = Story.of(
                Flow.of(step("b").input("{\"of\":\"${ execution.id }\"}").retry(Retry.NONE)));
        named.fallsSilent("b");
        assertThat(named.whyNotRerun("b").getFirst()).contains("the old execution's id");

        Story rounds = Story.of(Flow.of(step("a")
                .input("{\"after\":\"${ output }\"}")
                .repeatUntil("output > 8", 5)
                .retry(Retry.NONE)));
        rounds.done("a", "1").due("a").fallsSilent("a");
        assertThat(rounds.whyNotRerun("a").getFirst()).contains("the output of the old round before");
    }

    @Test
    @DisplayName("C5 A2: items that may have been done are not repeated with a recomputed list")
    void notWithAListThatIsMadeAnew() {
        Story old = Story.of(Flow.of(
                step("a").compensated(),
                step("b")
                        .after("a")
                        .forEach("\"${ steps.a.output }\"", 1, Tolerate.NONE)
                        .retry(Retry.NONE)));
        old.done("a", "[1]").fallsSilent("b[0]").done("a");

        assertThat(old.whyNotRerun("a").getFirst()).contains("step 'b[0]'", "the old output of step 'a'");
    }

    @Test
    @DisplayName("C5 A2: a step that may have been done with an edited input is not repeated with the usual one")
    void notWithAnotherInputThanAPersonGave() {
        Story old = Story.of(Flow.of(step("a").retry(Retry.NONE).then(Then.ESCALATE)));
        old.fails("a", business()).must(new Command.RetryStep(A, "ann", "a typo", new Json("1")));
        old.fallsSilent("a").cancel();

        assertThat(old.whyNotRerun("a").getFirst()).contains("step 'a'", "would not come about again");
    }

    @Test
    @DisplayName("C5 A2: a step taken over in doubt is not repeated with the input of the new execution")
    void notWithAnotherInputThanWasTakenOver() {
        Story old = Story.of(Flow.of(step("a").retry(Retry.NONE).then(Then.CONTINUE), step("b")), "{\"n\":1}");
        old.fallsSilent("a").done("b");
        Story same = old.rerun("b").done("b");
        assertThat(Work.of(same.rerun("a").state(), A).idempotencyKey())
                .isEqualTo(old.state().id() + "/a");
        Story other = old.rerun("b", "{\"n\":2}").done("b");

        assertThat(other.whyNotRerun("a").getFirst()).contains("step 'a'", "would not come about again");
    }

    private static Flow listAndMore(Tolerate tolerate) {
        return Flow.of(
                step("a").forEach("\"${ input }\"", 2, tolerate).retry(Retry.NONE),
                step("b").then(Then.CONTINUE));
    }

    @Test
    @DisplayName("C5 A2: items that may have been done keep their keys over an execution that did not reach them")
    void keysOfItems() {
        Story failed = Story.of(listAndMore(Tolerate.NONE), "[1,2]");
        failed.start("b");
        failed.done("a[0]").fallsSilent("a[1]").done("b");
        assertThat(failed.state().status()).isEqualTo(ExecutionStatus.FAILED);
        Story again = failed.rerun("b").cancel();

        assertThat(keyOfSecond(again.rerun("a"))).isEqualTo(failed.state().id() + "/a[1]");
    }

    @Test
    @DisplayName("C5 A2: items that may have been done keep their keys over an execution that took over their list")
    void keysOfItemsThatWereTakenOver() {
        Story done = Story.of(listAndMore(Tolerate.items(1)), "[1,2]");
        done.done("a[0]").fallsSilent("a[1]").done("b");
        assertThat(done.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        Story again = done.rerun("b").done("b");
        assertThat(again.status("a")).isEqualTo(StepStatus.COMPLETED);

        assertThat(keyOfSecond(done.rerun("a"))).isEqualTo(done.state().id() + "/a[1]");
        assertThat(keyOfSecond(again.rerun("a"))).isEqualTo(done.state().id() + "/a[1]");
    }

    private static String keyOfSecond(Story story) {
        return Work.of(story.state(), StepPath.parse("a[1]")).idempotencyKey();
    }

    @Test
    @DisplayName("C5 A2: a step that another execution completed with an unusable output is not repeated")
    void notByAnotherChild() {
        Plan chain = Flow.of(step("x")).plan();
        Story old = Story.of(Flow.of(
                step("a").then(Then.CONTINUE).child("chain").schema("{\"type\":\"number\"}"),
                step("b").after("a")));
        Story child = old.child("a", chain).done("x");
        old.report(child).done("b");
        assertThat(old.status("a")).isEqualTo(StepStatus.FAILED);

        assertThat(old.whyNotRerun("a").getFirst())
                .contains("step 'a' was done by execution " + child.state().id());
        assertThat(old.planRerun("b", null)).isInstanceOf(Reruns.Answer.Possible.class);
    }

    @Test
    @DisplayName("C5 A2: a step that did not reach the round in doubt has no conflicting input")
    void betweenRounds() {
        Story old = Story.of(Flow.of(step("a")
                .input("{\"n\":\"${ round }\"}")
                .repeatUntil("output > 8", 5)
                .retry(Retry.NONE)));
        old.done("a", "1").due("a").fallsSilent("a");
        Story again = old.rerun("a").done("a", "1").cancel();

        Story third = again.rerun("a").done("a", "1").due("a");

        assertThat(Work.of(third.state(), A).idempotencyKey())
                .isEqualTo(old.state().id() + "/a#2");
    }

    @Test
    @DisplayName("C5 A2: a round taken over in doubt is not repeated with another input; an untried one can be")
    void takenRoundsAndStepsThatWereLeftOut() {
        Story old = Story.of(
                Flow.of(
                        step("a")
                                .input("{\"n\":\"${ input.n }\"}")
                                .repeatUntil("output > 8", 5)
                                .retry(Retry.NONE)
                                .then(Then.CONTINUE),
                        step("b")),
                "{\"n\":1}");
        old.done("a", "1").due("a").fallsSilent("a").done("b");
        assertThat(old.rerun("b", "{\"n\":2}").done("b").whyNotRerun("a").getFirst())
                .contains("step 'a'", "would not come about again");
        assertThat(old.rerun("b").done("b").planRerun("a", null)).isInstanceOf(Reruns.Answer.Possible.class);

        Story doubtful = Story.of(Flow.of(
                step("a"),
                step("b")
                        .after("a")
                        .when("steps.a.output = 1")
                        .input("{\"n\":1}")
                        .retry(Retry.NONE)));
        doubtful.done("a", "1").fallsSilent("b");
        Story leftOut = doubtful.rerun("a").done("a", "2");
        assertThat(leftOut.status("b")).isEqualTo(StepStatus.SKIPPED);
        Story third = leftOut.rerun("a").done("a", "1");
        assertThat(Work.of(third.state(), B).idempotencyKey())
                .isEqualTo(doubtful.state().id() + "/b");
    }

    @Test
    @DisplayName("C5 A2: a list with items in doubt is not given an input that changes its items")
    void listsKeepTheirInput() {
        Story done = Story.of(listAndMore(Tolerate.items(1)), "[1,2]");
        done.done("a[0]").fallsSilent("a[1]").done("b");

        assertThat(((Reruns.Answer.Impossible) done.planRerun("b", "[2,1]"))
                        .reasons()
                        .getFirst())
                .contains("step 'a[1]'", "the old input");
    }

    @Test
    @DisplayName("C5 A2: rounds of items taken over as a list are not repeated after another output (seed 43327)")
    void roundsOfTakenItems() {
        Story done = Story.of(
                Flow.of(
                        step("a")
                                .forEach("\"${ input }\"", 1, Tolerate.items(1))
                                .input("{\"last\":\"${ output }\"}")
                                .repeatUntil("output > 8", 5)
                                .retry(Retry.NONE),
                        step("b")),
                "[1]");
        done.done("a[0]", "1").due("a[0]").fallsSilent("a[0]").done("b");
        Story again = done.rerun("b").done("b");
        assertThat(again.status("a")).isEqualTo(StepStatus.COMPLETED);

        assertThat(again.whyNotRerun("a").getFirst()).contains("step 'a'", "the output of the old round before");
    }

    /** The execution that undid a child whose step {@code end} completed it early. */
    private static Story undoing(Flow.Spec a, UnaryOperator<Story> toItsEnd) {
        Plan plan = Flow.of(
                        a,
                        step("b").awaits("go"),
                        step("c").after("b"),
                        step("d"),
                        step("end").after("d").completes("null"))
                .plan();
        Story parent =
                Story.of(Flow.of(step("call").child("chain"), step("last").after("call")));
        parent.report(toItsEnd.apply(parent.child("call", plan))).fails("last", business());
        Story undoing = parent.child("call", plan);
        assertThat(undoing.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        return undoing;
    }

    @Test
    @DisplayName("a step that was withdrawn when a child was completed early is not settled in the execution that "
            + "undid the child either (seed 1005117)")
    void withdrawnSteps() {
        Story undoing = undoing(step("a").when("false"), child -> child.done("d"));
        assertThat(undoing.history().toString()).contains("skipped=WITHDRAWN");

        assertThat(undoing.rerun("end").news())
                .startsWith(
                        "ExecutionStarted", "StepTaken(a SKIPPED)", "StepTaken(d COMPLETED)", "StepWaiting(b SIGNAL)");
        assertThat(undoing.whyNotRerun("c"))
                .containsExactly("step 'b', which comes before it, was not done (SKIPPED); begin with that one");
    }

    @Test
    @DisplayName("C5 A2: a step that a child may have done keeps the child's key in a re-run of the execution that "
            + "undid the child")
    void doubtsOfChildren() {
        Flow.Spec a = step("a").retry(Retry.NONE).then(Then.ESCALATE);
        Story undoing = undoing(a, child -> {
            child.fails("a", business()).must(new Command.RetryStep(A, "ann", "a new key", new Json("{}")));
            child.start("a");
            return child.done("d").fallsSilent("a");
        });
        String key = Objects.requireNonNull(Reruns.undoneBy(undoing.state())) + "/a#2";

        assertThat(keys(undoing.rerun("a"))).isEqualTo(Map.of("a", key));
        Story beside = undoing.rerun("d");
        assertThat(beside.news()).contains("StepTaken(a FAILED)");
        assertThat(keys(beside.done("d").rerun("a"))).isEqualTo(Map.of("a", key));
        assertThat(undoing.planRerun("a", null, null))
                .isInstanceOfSatisfying(
                        Reruns.Answer.Impossible.class,
                        no -> assertThat(no.reasons())
                                .singleElement(as(STRING))
                                .contains("step 'a' may have been done by execution", "can no longer be read"));
    }

    private static Map<String, String> keys(Story story) {
        return Objects.requireNonNull(story.state().started().rerun()).keys();
    }
}
