package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.internal.core.Flow.Spec;
import dev.reeve.internal.core.rules.Compatibility;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.Tolerate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S9: an execution moves to another version if the steps that began mean the same there")
final class MoveTest {

    private static Plan version(int number, Spec... steps) {
        Definition flow = Flow.of(steps).plan().workflow();
        return Plan.of(new Definition(
                flow.name(),
                number,
                flow.description(),
                flow.completeBy(),
                flow.input(),
                flow.execution(),
                flow.steps(),
                flow.finallySteps(),
                flow.output()));
    }

    private static Command.Move to(Plan plan) {
        return new Command.Move(plan, "ann", "the mended version");
    }

    private static Story abc() {
        return Story.of(Flow.of(
                Flow.step("a").compensated(),
                Flow.step("b").after("a"),
                Flow.step("c").after("b")));
    }

    private static List<String> blockers(Story story, Plan plan) {
        return Compatibility.blockers(story.state(), plan).stream()
                .map(Compatibility.Blocker::toString)
                .toList();
    }

    @Test
    void whatHasNotBegunMayBeAnything() {
        Story story = abc().done("a");
        story.start("b");
        Plan two = version(
                2,
                Flow.step("a").compensated(),
                Flow.step("b").after("a"),
                Flow.step("x").after("a"),
                Flow.step("d").after("b", "x"));
        story.news();

        story.must(to(two));

        assertThat(story.news()).containsExactly("ExecutionMoved", "StepReady(x)");
        assertThat(story.state().plan().workflow().version()).isEqualTo(2);
        story.done("b").done("x").done("d");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7: after a move to a higher concurrency, more items of a running list begin at once")
    void moreItemsBeginAtOnce() {
        Story story = Story.of(Flow.of(Flow.step("a").forEach("[1,2,3,4]", 1, Tolerate.items(0))));
        story.start("a[0]");
        story.news();

        story.must(to(version(2, Flow.step("a").forEach("[1,2,3,4]", 3, Tolerate.items(0)))));

        assertThat(story.news()).containsExactly("ExecutionMoved", "StepReady(a[1])", "StepReady(a[2])");
        story.must(to(version(3, Flow.step("a").forEach("[1,2,3,4]", 1, Tolerate.items(0)))));
        assertThat(story.news()).containsExactly("ExecutionMoved");
        story.done("a[0]").done("a[1]");
        assertThat(story.news()).doesNotContain("StepReady(a[3])");
        story.done("a[2]").done("a[3]");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    void whatHasNotBegunMayBeGone() {
        Story story = abc().done("a");
        story.must(to(version(2, Flow.step("a").compensated(), Flow.step("b").after("a"))));

        story.done("b");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("A step done with one version is undone by the compensation of the other (C1)")
    void whatWasDoneCanBeUndoneByTheNewVersion() {
        Story story = Story.of(
                Flow.of(Flow.step("a"), Flow.step("b").after("a").maxAttempts(1).then(Then.COMPENSATE)));
        story.done("a");
        story.must(to(version(
                2,
                Flow.step("a").compensated(),
                Flow.step("b").after("a").maxAttempts(1).then(Then.COMPENSATE))));

        story.fails("b", Story.business()).done("a");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("All obstacles of a move are reported at once, each with its step")
    void allThatIsInTheWayIsTold() {
        Story story = Story.of(Flow.of(
                Flow.step("a").compensated(),
                Flow.step("b").after("a"),
                Flow.step("c").after("a"),
                Flow.step("d").after("a").forEach("[1,2]", 1, Tolerate.items(0)),
                Flow.step("e").after("a").waitFor(Duration.ofDays(1))));
        story.done("a");
        Plan two = version(
                2,
                Flow.step("a"),
                Flow.step("x").after("a"),
                Flow.step("c").after("a", "x"),
                Flow.step("d").after("a"),
                Flow.step("e").after("a").awaits("go"));

        assertThat(blockers(story, two))
                .containsExactly(
                        "step 'a' has begun, and could be undone; in version 2 it could not",
                        "step 'b' has begun, and version 2 has no such step",
                        "step 'c' has begun, and comes after a; in version 2 a, x",
                        "step 'd' has begun, and is a call of 'd.do' for each item; in version 2 a call of 'd.do'",
                        "step 'e' has begun, and is a wait; in version 2 one that awaits 'go'");
        assertThat(story.refused(to(two))).isEqualTo(Refusal.INCOMPATIBLE);
    }

    @Test
    void anOutputMustBeWhatTheOtherVersionWants() {
        Plan two = version(
                2,
                Flow.step("a").schema("{\"type\":\"number\"}"),
                Flow.step("b").after("a"));
        Flow one = Flow.of(Flow.step("a"), Flow.step("b").after("a"));

        assertThat(blockers(Story.of(one).done("a", "7"), two)).isEmpty();
        assertThat(blockers(Story.of(one).done("a", "\"7\""), two))
                .containsExactly("step 'a' was done, and its output is not what version 2 says it must be");
    }

    @Test
    void aChoiceThatWasMadeMustStillBeThere() {
        Story story = Story.of(
                Flow.of(
                        Flow.step("route").switching("one: input.n = 1", "other: otherwise"),
                        Flow.step("a").after("route.one"),
                        Flow.step("b").after("route.other")),
                "{\"n\":1}");
        Plan two = version(
                2,
                Flow.step("route").switching("two: input.n = 2", "other: otherwise"),
                Flow.step("a").after("route.two"),
                Flow.step("b").after("route.other"));

        assertThat(blockers(story, two))
                .contains("step 'route' has chosen \"one\", which is no case of it in version 2");
    }

    @Test
    @DisplayName("A paused execution can be moved, and continues there after the resume")
    void aHeldExecutionCanBeMoved() {
        Story story = abc().done("a");
        story.must(new Command.Pause("ann", "a mistake in c"));
        story.must(to(version(
                2,
                Flow.step("a").compensated(),
                Flow.step("b").after("a"),
                Flow.step("d").after("b"))));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.PAUSED);

        story.must(new Command.Resume("ann", "mended")).done("b").done("d");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    void onlyWhatGoesForwardIsMoved() {
        Plan two = version(
                2,
                Flow.step("a").compensated(),
                Flow.step("b").after("a"),
                Flow.step("c").after("b"));
        Story story = abc();
        assertThat(blockers(story, version(1, Flow.step("a")))).containsExactly("it is on version 1 already");

        story.done("a").cancel();
        assertThat(blockers(story, two))
                .containsExactly(
                        "it is being undone, and stays on version 1, which did what is undone; a compensation that fails can be retried with another input, resolved or skipped");
        story.done("a");
        assertThat(story.refused(to(two))).isEqualTo(Refusal.ENDED);
    }

    @Test
    @DisplayName("S7 S12: an early signal must match the schema of the other version")
    void earlySignalsMustSuit() {
        Story story =
                Story.of(Flow.of(Flow.step("a"), Flow.step("ok").awaits("go").after("a")));
        story.signal("go", "7");

        Plan two = version(
                2,
                Flow.step("a"),
                Flow.step("ok")
                        .schema("{\"type\":\"string\"}")
                        .awaits("go", Duration.ofDays(1), null)
                        .after("a"));
        assertThat(blockers(story, two))
                .singleElement()
                .asString()
                .startsWith("step 'ok' takes signal 'go', which has come already");
        assertThat(blockers(
                        story,
                        version(2, Flow.step("a"), Flow.step("ok").awaits("go").after("a"))))
                .isEmpty();
    }

    @Test
    @DisplayName("S9 A2: a step that may have been done is not called with another input under its old key")
    void oldKeysStayWithTheirInput() {
        Flow.Spec b = Flow.step("b").after("a").retry(Retry.NONE);
        Story old = Story.of(Flow.of(Flow.step("a").compensated(), b));
        old.done("a").fallsSilent("b").done("a");
        Story again = old.rerun("a");

        assertThat(blockers(
                        again,
                        version(
                                2,
                                Flow.step("a").compensated(),
                                Flow.step("b").after("a").input("{}"))))
                .containsExactly(
                        "step 'b' may have been done in the execution that this one does again, and version 2 would call it with something else");
        assertThat(blockers(
                        again,
                        version(
                                2,
                                Flow.step("a").compensated(),
                                Flow.step("b").after("a").priority(5))))
                .isEmpty();
        again.done("a");
        assertThat(blockers(
                        again,
                        version(
                                2,
                                Flow.step("a").compensated(),
                                Flow.step("b").after("a").input("{}"))))
                .as("its input is computed already")
                .isEmpty();
    }
}
