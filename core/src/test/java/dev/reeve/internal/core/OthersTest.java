package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.rules.ChildExecutions;
import dev.reeve.internal.core.rules.Compatibility;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.UnneededSteps;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.workflow.Others;
import dev.reeve.workflow.Tolerate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: what becomes of the steps that a join does not need (ADR 67). */
class OthersTest {

    private static final Duration DAY = Duration.ofDays(1);

    @Test
    @DisplayName("I10 S7 an other whose undoing had begun before that of the execution frees the steps before it once")
    void undoingOverlaps() {
        Story story = Story.of(Flow.of(
                step("a").compensated(),
                step("b").after("a").compensated(),
                step("l").after("a", "b").compensated(),
                step("e").after("a", "b", "l").joinAny(),
                step("z").after("b", "e").compensated(),
                step("k").after("l"),
                step("j").after("z", "k").joinAny().others(Others.UNDO)));
        story.done("a").done("b");
        story.start("l");
        story.done("e").done("z");
        story.done("l");
        assertThat(story.status("l")).isEqualTo(StepStatus.COMPENSATING);
        story.cancel();
        story.done("l");
        assertThat(story.status("l")).isEqualTo(StepStatus.COMPENSATED);
        story.news();

        story.done("z");

        assertThat(story.news()).containsExactly("StepCompensated(z)", "StepReady(b undo)");
        story.done("b");
        assertThat(story.news()).containsExactly("StepCompensated(b)", "StepReady(a undo)");
        story.done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName(
            "S7 others: cancel ends waits, awaits and queued steps at once, and the join does not wait for attempts")
    void cancelled() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("b"),
                step("c").waitFor(DAY),
                step("d").awaits("go"),
                step("e"),
                step("f").after("e"),
                step("j").after("a", "b", "c", "d", "f").joinAny().others(Others.CANCEL)));
        story.start("b");
        story.news();

        story.done("a", "1");

        assertThat(story.news())
                .containsExactly(
                        "StepCompleted(a)",
                        "OthersEnded(j [b, c, d, e, f])",
                        "StepSkipped(c NOT_NEEDED)",
                        "StepSkipped(d NOT_NEEDED)",
                        "StepSkipped(e NOT_NEEDED)",
                        "StepSkipped(f NOT_NEEDED)",
                        "StepReady(j)");
        assertThat(UnneededSteps.underWay(story.state())).containsExactly(StepPath.of("b"));
        story.done("j", "2");
        assertThat(story.state().status()).as("an attempt is open").isEqualTo(ExecutionStatus.RUNNING);
        story.done("b", "3");

        assertThat(story.news()).endsWith("StepCompleted(b)", "ExecutionCompleted");
        assertThat(story.state().output()).isEqualTo(new Json("{\"a\":1,\"b\":3,\"j\":2}"));
    }

    @Test
    @DisplayName("S7 an attempt that is not needed and fails is not retried; one in doubt is asked about and given up")
    void fails() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("b").compensated(),
                step("c").probed(),
                step("d").probed(),
                step("j").after("a", "b", "c", "d").joinAny().others(Others.CANCEL)));
        story.start("b");
        story.start("c");
        story.start("d");
        story.done("a");
        story.done("j");

        story.fails("b", Story.transientFailure());
        assertThat(story.status("b")).isEqualTo(StepStatus.FAILED);
        story.fallsSilent("c");
        assertThat(story.status("c")).isEqualTo(StepStatus.PROBING);
        story.done("c", "{\"state\":\"notDone\"}");
        assertThat(story.status("c")).isEqualTo(StepStatus.SKIPPED);
        story.fallsSilent("d");
        story.done("d", "{\"state\":\"unknown\"}");

        assertThat(story.status("d")).isEqualTo(StepStatus.FAILED);
        assertThat(story.news()).endsWith("StepFailed(d continued)", "ExecutionCompleted");
    }

    @Test
    @DisplayName("S7 a step that leads elsewhere, too, is needed; with a number, as many are kept")
    void needed() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("b"),
                step("c"),
                step("d"),
                step("x").after("c"),
                step("j").after("a", "b", "c", "d").join(2).others(Others.CANCEL)));

        story.done("a");
        story.done("b");

        assertThat(story.news()).contains("OthersEnded(j [d])", "StepSkipped(d NOT_NEEDED)");
        assertThat(story.status("c")).isEqualTo(StepStatus.READY);
    }

    @Test
    @DisplayName("S7 others: undo undoes what is done in reverse order while the execution goes on; the rest is kept")
    void undone() {
        Story story = Story.of(Flow.of(
                step("s").compensated(),
                step("a").after("s").compensated(),
                step("b1").after("s").compensated(),
                step("b2").after("b1").compensated(),
                step("c").after("s").compensated(),
                step("j").after("a", "b2", "c").joinAny().others(Others.UNDO),
                step("z").after("j").waitFor(DAY)));
        story.done("s");
        story.done("b1", "1");
        story.start("b2");
        story.start("c");
        story.news();

        story.done("a");
        assertThat(story.news()).contains("OthersEnded(j [b1, b2, c] undone)", "StepReady(j)");
        story.done("c");
        assertThat(story.news()).endsWith("StepCompleted(c)", "StepReady(c undo)");
        story.done("j");
        story.done("b2");
        assertThat(story.status("b1")).as("b2 is undone first").isEqualTo(StepStatus.COMPLETED);
        story.done("b2");
        assertThat(story.news()).endsWith("StepCompensated(b2)", "StepReady(b1 undo)");
        story.done("b1");
        story.later(DAY).due("z");

        assertThat(story.state().status()).as("c is not undone yet").isEqualTo(ExecutionStatus.RUNNING);
        assertThat(Explainer.explain(story.state(), Map.of()).summary()).contains("1 step is not needed any more");
        story.done("c");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(story.status("s")).isEqualTo(StepStatus.COMPLETED);
        assertThat(story.state().output())
                .as("what is undone is not in the output")
                .isEqualTo(new Json("{\"s\":\"s\",\"a\":\"a\",\"j\":\"j\",\"z\":null}"));
    }

    @Test
    @DisplayName("S7 a step in the middle without compensation keeps the order of undoing")
    void orderOfUndoing() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("b").compensated(),
                step("m").after("b"),
                step("c").after("m").compensated(),
                step("d").after("c"),
                step("j").after("a", "d").joinAny().others(Others.UNDO)));
        story.done("b");
        story.done("m");
        story.done("c");
        story.done("a");

        assertThat(story.news()).contains("StepSkipped(d NOT_NEEDED)", "StepReady(c undo)");
        assertThat(story.status("b")).isEqualTo(StepStatus.COMPLETED);
        story.done("c");
        assertThat(story.status("b")).isEqualTo(StepStatus.COMPENSATING);
    }

    @Test
    @DisplayName("S7 a second step that needs no others in the same decision undoes nothing twice")
    void undoneOnce() {
        Story story = Story.of(joinedTwice(
                step("p").after("o").compensated().repeatUntil("output = 3", 9),
                step("s").value("1"),
                step("y").value("1")));
        story.done("o").done("p", "1");
        story.done("q");
        story.news();

        story.done("x");

        assertThat(story.news())
                .contains("OthersEnded(j [o, p, w] undone)", "OthersEnded(j2 [q, s, j] undone)")
                .containsOnlyOnce("StepReady(p undo)");
        story.done("p").done("o").done("j2");
        assertThat(story.status("p")).isEqualTo(StepStatus.COMPENSATED);
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 what comes before a step that is undone waits for its successors that are not needed later, too")
    void undoneInOrder() {
        Story story = Story.of(joinedTwice(
                step("p").after("o").forEach("[1,2]", 1, Tolerate.NONE).compensated(),
                step("s").compensated(),
                step("y")));
        story.done("o").done("p[0]");
        story.start("p[1]");
        story.done("q").done("s").done("x").done("p[1]");
        assertThat(story.news()).endsWith("StepCompleted(p)", "StepReady(p[1] undo)");

        story.done("y");
        assertThat(story.news()).endsWith("StepReady(j2)", "StepReady(s undo)");
        story.done("p[1]");
        assertThat(story.news()).as("s is undone first").endsWith("StepCompensated(p[1])");
        story.done("s");
        assertThat(story.news()).endsWith("StepCompensated(s)", "StepReady(p[0] undo)");
        story.done("p[0]");
        assertThat(story.news()).endsWith("StepCompensated(p[0])", "StepReady(o undo)");
        story.done("o").done("j2");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 a step that is undone leads on to those before it once a later successor is undone, too")
    void undoneBeforeSuccessor() {
        Story story = Story.of(
                joinedTwice(step("p").after("o").compensated(), step("s").compensated(), step("y")));
        story.done("o");
        story.start("p");
        story.done("q").done("s").done("x").done("p");
        story.done("y").done("p");
        assertThat(story.news()).endsWith("StepReady(s undo)", "StepCompensated(p)");

        story.done("s");

        assertThat(story.news()).endsWith("StepCompensated(s)", "StepReady(o undo)");
    }

    /** p is an other of j, and s, which comes after p and led to j, is one of j2, which begins in the same decision. */
    private static Flow joinedTwice(Flow.Spec p, Flow.Spec s, Flow.Spec y) {
        return Flow.of(
                step("o").compensated(),
                p,
                step("q"),
                s.after("p", "q").joinAny(),
                step("x"),
                step("w").awaits("go"),
                step("j").after("s", "x", "w").join(2).others(Others.UNDO),
                y.after("x"),
                step("j2").after("j", "y").joinAny().others(Others.UNDO));
    }

    @Test
    @DisplayName("S7 the items of a list that is not needed end, no further one begins, and those done are undone")
    void items() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("l").forEach("[1,2,3,4]", 2, Tolerate.NONE).compensated(),
                step("j").after("a", "l").joinAny().others(Others.UNDO)));
        story.done("l[0]");
        story.start("l[1]");
        story.news();

        story.done("a");

        assertThat(story.news()).endsWith("OthersEnded(j [l] undone)", "StepSkipped(l[2] NOT_NEEDED)", "StepReady(j)");
        story.done("l[1]");
        assertThat(story.news())
                .endsWith(
                        "StepCompleted(l[1])",
                        "StepSkipped(l NOT_NEEDED)",
                        "StepReady(l[1] undo)",
                        "StepReady(l[0] undo)");
        story.done("l[0]");
        story.done("l[1]");
        assertThat(story.status("l")).isEqualTo(StepStatus.COMPENSATED);
        story.done("j");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 an execution that is compensated does not undo twice what it has begun to undo")
    void compensatedMeanwhile() {
        Story story = Story.of(Flow.of(
                step("s").compensated(),
                step("a").after("s").compensated(),
                step("b").after("s").compensated(),
                step("c").after("s").compensated(),
                step("d").after("s").compensated(),
                step("j").after("a", "b", "c", "d").join(1).others(Others.UNDO)));
        story.done("s");
        story.done("b");
        assertThat(story.news()).endsWith("StepReady(j)");
        story.cancel();
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATING);

        Story other = Story.of(Flow.of(
                step("a").compensated(),
                step("b1").compensated(),
                step("b2").after("b1"),
                step("c1").compensated(),
                step("c2").after("c1"),
                step("j").after("a", "b2", "c2").joinAny().others(Others.UNDO)));
        other.done("b1");
        other.done("c1");
        other.done("a");
        other.done("b1");
        other.start("c1");
        other.fails("c1", business());
        assertThat(other.status("c1")).isEqualTo(StepStatus.ESCALATED);
        other.cancel();
        assertThat(other.news()).endsWith("ForwardClosed", "StepReady(a undo)");
        other.done("a");
        assertThat(other.state().status()).isEqualTo(ExecutionStatus.ESCALATED);
        other.retry("c1").done("c1");

        assertThat(other.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("S7 a compensation that fails while the execution closes is escalated, and can be retried there")
    void compensationFailsWhileClosing() {
        Story story = Story.of(Flow.of(
                step("a").compensated(),
                step("b").compensated(),
                step("c").compensated(),
                step("b2").after("b"),
                step("j").after("a", "b2").joinAny().others(Others.UNDO)));
        story.done("b");
        story.done("a");
        story.start("b");
        story.start("c");
        story.cancel();

        story.fails("b", business());
        assertThat(story.status("b")).isEqualTo(StepStatus.ESCALATED);
        story.retry("b").done("b");
        story.done("c");

        assertThat(story.status("c")).isEqualTo(StepStatus.COMPENSATING);
        assertThat(story.status("b")).isEqualTo(StepStatus.COMPENSATED);
        story.done("c").done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("S7 an execution that a step completes undoes first what was to be undone")
    void completed() {
        assertThat(completedMeanwhile().state().output()).isEqualTo(new Json("7"));
    }

    static Story completedMeanwhile() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("b").compensated(),
                step("j").after("a", "b").joinAny().others(Others.UNDO),
                step("z").after("j").completes("7")));
        story.start("b");
        story.done("a");
        story.done("j");
        assertThat(story.news()).endsWith("CompletionStarted");
        story.done("b");
        assertThat(story.news()).endsWith("StepCompleted(b)", "ForwardClosed", "StepReady(b undo)");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.RUNNING);
        story.done("b");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        return story;
    }

    @Test
    @DisplayName("S7 a pivot among the others that is done is final, and so are its items")
    void pivot() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("b").compensated().pivot(),
                step("l").forEach("[1]", 1, Tolerate.NONE).compensated().pivot(),
                step("c").compensated(),
                step("b2").after("b", "l", "c"),
                step("j").after("a", "b2").joinAny().others(Others.UNDO)));
        story.done("b");
        story.done("l[0]");
        story.done("c");
        story.done("a");

        assertThat(story.news()).endsWith("StepReady(c undo)");
        assertThat(story.status("b")).isEqualTo(StepStatus.COMPLETED);
        assertThat(story.status("l[0]")).isEqualTo(StepStatus.COMPLETED);
    }

    @Test
    @DisplayName("S9 in another version no step begins from one that is not needed any more")
    void moved() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("b").compensated(),
                step("c").compensated(),
                step("c2").after("c"),
                step("j").after("a", "b", "c2").joinAny().others(Others.UNDO)));
        story.start("b");
        story.done("c");
        story.done("a");

        story.must(new Command.Move(
                version2(Flow.of(
                        step("a"),
                        step("b").compensated(),
                        step("c").compensated(),
                        step("c2").after("c"),
                        step("j").after("a", "b", "c2").joinAny().others(Others.UNDO),
                        step("n").after("b"),
                        step("m").after("c"))),
                "ann",
                "more"));
        assertThat(story.status("m")).isEqualTo(StepStatus.SKIPPED);
        assertThat(story.status("n")).isEqualTo(StepStatus.PENDING);
        story.done("b");

        assertThat(story.news()).contains("StepSkipped(n PREDECESSORS)", "StepReady(b undo)");
    }

    @Test
    @DisplayName("S9 what is being undone is undone there by the same action, and a computed one is listed there")
    void movedWhileUndone() {
        Story story =
                Story.of(undoneBy(step("b").compensated(), step("c").compensatedByOneOf("${ 'c.two' }", "c.two")));
        story.done("b").done("c").done("l[0]").done("l[1]");
        assertThat(blockers(story, step("b"), step("c").compensated()))
                .as("nothing is being undone yet")
                .hasSize(1);
        story.done("a");
        story.start("b");

        assertThat(blockers(
                        story,
                        step("b").compensatedBy("b.other"),
                        step("c").compensatedByOneOf("${ 'c.one' }", "c.one", "c.other")))
                .containsExactly(
                        "step 'b' is being undone with 'b.undo'; version 2 undoes it otherwise",
                        "step 'c' is being undone with a computed action; version 2 undoes it otherwise");
        assertThat(blockers(story, step("b"), step("c").compensated()))
                .containsExactly(
                        "step 'b' has begun, and could be undone; in version 2 it could not",
                        "step 'c' is being undone with a computed action; version 2 undoes it otherwise");
        Plan other = version2(undoneBy(
                step("b").compensated(),
                step("c").compensated(),
                step("l").forEach("[1,2]", 1, Tolerate.NONE).compensatedBy("l.other")));
        assertThat(Compatibility.blockers(story.state(), other))
                .extracting(String::valueOf)
                .hasSize(2)
                .last()
                .asString()
                .startsWith("step 'l' is being undone with 'l.undo'");
        story.must(new Command.Move(
                version2(undoneBy(step("b").compensated(), step("c").compensatedByOneOf("${ 1 }", "c.one", "c.two"))),
                "ann",
                "as before"));
        story.done("b").done("c").done("l[1]").done("l[0]").done("j");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    private static Flow undoneBy(Flow.Spec b, Flow.Spec c) {
        return undoneBy(b, c, step("l").forEach("[1,2]", 1, Tolerate.NONE).compensated());
    }

    private static Flow undoneBy(Flow.Spec b, Flow.Spec c, Flow.Spec l) {
        return Flow.of(
                step("a"),
                b,
                c,
                l,
                step("w").awaits("go"),
                step("m").after("b", "c", "l", "w"),
                step("j").after("a", "m").joinAny().others(Others.UNDO));
    }

    private static List<String> blockers(Story story, Flow.Spec b, Flow.Spec c) {
        return Compatibility.blockers(story.state(), version2(undoneBy(b, c))).stream()
                .map(Compatibility.Blocker::toString)
                .toList();
    }

    @Test
    @DisplayName("S7 a list that is not needed, and whose outputs are too large, ends without failing its execution")
    void largeList() {
        String large = "\"" + "x".repeat(600_000) + "\"";
        Story story = Story.of(Flow.of(
                step("s").compensated(),
                step("a").after("s"),
                step("l").after("s").forEach("[1,2]", 2, Tolerate.NONE),
                step("j").after("a", "l").joinAny().others(Others.CANCEL)));
        story.done("s").done("l[0]", large);
        story.start("l[1]");
        story.done("a");
        story.done("l[1]", large);

        assertThat(story.news()).endsWith("StepCompleted(l[1])", "StepSkipped(l NOT_NEEDED)");
        story.done("j");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    private static Plan version2(Flow flow) {
        Definition first = flow.workflow();
        return Plan.of(
                new Definition(first.name(), 2, "", null, null, first.steps(), first.finallySteps(), first.output()));
    }

    @Test
    @DisplayName("S7 a child that is not needed any more is cancelled")
    void child() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("b").child("other"),
                step("j").after("a", "b").joinAny().others(Others.CANCEL)));
        Story child = story.child("b", Flow.of(step("x")).plan());
        assertThat(story.state().inFlight()).isEqualTo(1);
        story.done("a");

        assertThat(UnneededSteps.underWay(story.state())).containsExactly(StepPath.of("b"));
        assertThat(story.state().inFlight()).as("the child has to be notified").isEqualTo(2);
        child.must(ChildExecutions.stop(story.state(), StepPath.of("b")));
        assertThat(child.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
        story.report(child);
        assertThat(story.status("b")).isEqualTo(StepStatus.FAILED);
        story.done("j");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }
}
