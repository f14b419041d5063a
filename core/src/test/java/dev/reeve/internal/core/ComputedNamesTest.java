package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.rules.Compatibility;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: names of actions and workflows that are expressions. */
class ComputedNamesTest {

    private static final Plan CHILD = plan("  x: { action: x.do, compensate: x.undo }");

    private static Plan plan(String steps) {
        return plan(1, steps);
    }

    private static Plan plan(int version, String steps) {
        return Plan.of(DefinitionReader.parse("workflow: names\nversion: " + version + "\nsteps:\n" + steps));
    }

    private static Story story(String steps, String input) {
        return Story.of(plan(steps), input, null, 1);
    }

    private static String action(Story story, String step) {
        return Work.of(story.state(), StepPath.parse(step)).action();
    }

    private static Failure failure(Story story, String step) {
        return Objects.requireNonNull(story.step(step).failure());
    }

    @Test
    @DisplayName("The name is computed when the step begins, and the history keeps it")
    void decidedOnce() {
        Story story = story("""
                  s: { action: s.do }
                  a: { after: [s], action: "pay.${ steps.s.output }", oneOf: [pay.card, pay.invoice] }
                """, "{}");
        story.done("s", "\"invoice\"");

        assertThat(story.history())
                .contains(new Event.StepReady(StepPath.of("a"), Purpose.FORWARD, null, null, null, "pay.invoice"));
        assertThat(action(story, "a")).isEqualTo("pay.invoice");
        assertThat(story.state().action(StepPath.of("a"))).isEqualTo("pay.invoice");
        story.fails("a", Story.transientFailure()).untilReady("a");
        assertThat(action(story, "a")).isEqualTo("pay.invoice");
    }

    @Test
    @DisplayName("A name outside the list fails the step, and is not retried")
    void notListed() {
        Story story =
                story("  a: { action: \"pay.${ input.by }\", oneOf: [pay.card, pay.invoice] }", "{\"by\":\"cash\"}");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(failure(story, "a").code()).isEqualTo("NAME_NOT_LISTED");
        assertThat(failure(story, "a").cause()).isEqualTo(Cause.BUSINESS);
        assertThat(failure(story, "a").message())
                .isEqualTo("the action is 'pay.cash', which oneOf does not list (pay.card, pay.invoice)");
    }

    @Test
    @DisplayName("The code of such a failure is routed like any other")
    void notListedAndRouted() {
        Story story = story("""
                  a: { action: "pay.${ input.by }", oneOf: [pay.card], onExhausted: { NAME_NOT_LISTED: continue } }
                  b: { after: [a], action: b.do }
                """, "{\"by\":\"cash\"}");

        assertThat(story.status("b")).isEqualTo(StepStatus.READY);
    }

    @Test
    @DisplayName("A name that cannot be computed is told apart")
    void notComputed() {
        Story story = story("  a: { action: \"${ 1 + 'x' }\", oneOf: [pay.card] }", "{}");

        assertThat(failure(story, "a").code()).isEqualTo("EXPRESSION_FAILED");
        assertThat(failure(story, "a").message()).startsWith("the action cannot be computed");
    }

    @Test
    @DisplayName("Each item of a forEach has a name of its own")
    void items() {
        Story story = story("""
                  a:
                    forEach: "${ input.all }"
                    action: "pay.${ item }"
                    oneOf: [pay.card, pay.invoice]
                    tolerate: 1
                """, "{\"all\":[\"invoice\",\"cash\",\"card\"]}");

        assertThat(action(story, "a[0]")).isEqualTo("pay.invoice");
        assertThat(failure(story, "a[1]").code()).isEqualTo("NAME_NOT_LISTED");
        assertThat(action(story, "a[2]")).isEqualTo("pay.card");
    }

    @Test
    @DisplayName("Each round computes the name again")
    void rounds() {
        Story story = story("""
                  a:
                    action: "pay.${ round = 1 ? 'card' : previous }"
                    oneOf: [pay.card, pay.invoice]
                    repeat: { until: "${ round = 2 }", delay: 0s }
                """, "{}");
        assertThat(action(story, "a")).isEqualTo("pay.card");
        story.done("a", "\"invoice\"").untilReady("a");

        assertThat(action(story, "a")).isEqualTo("pay.invoice");
    }

    @Test
    @DisplayName("A probe and a compensation have names of their own; that of a compensation may use the output")
    void probeAndCompensation() {
        Story story = story("""
                  a:
                    action: "pay.${ input.by }"
                    oneOf: [pay.card]
                    probe: { action: "ask.${ input.by }", oneOf: [ask.card] }
                    compensate: { action: "undo.${ steps.a.output.by }", oneOf: [undo.card] }
                  b: { after: [a], action: b.do }
                """, "{\"by\":\"card\"}");
        story.fallsSilent("a");
        assertThat(action(story, "a")).isEqualTo("ask.card");
        story.done("a", "{\"state\":\"done\",\"output\":{\"by\":\"card\"}}").fails("b", Story.business());

        assertThat(action(story, "a")).isEqualTo("undo.card");
        assertThat(story.state().action(StepPath.of("a"), Purpose.PROBE)).isEqualTo("ask.card");
    }

    @Test
    @DisplayName("A compensation whose name is not listed is escalated, and a person cannot retry it with an input")
    void compensationNotListed() {
        Story story = story("""
                  a: { action: a.do, compensate: { action: "undo.${ steps.a.output }", oneOf: [undo.card] } }
                  b: { after: [a], action: b.do }
                """, "{}");
        story.done("a", "\"cash\"").fails("b", Story.business());

        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);
        assertThat(failure(story, "a").message()).startsWith("the action of the compensation is 'undo.cash'");
        assertThat(story.refused(new Command.RetryStep(StepPath.of("a"), "ann", "again", new Json("1"))))
                .isEqualTo(Refusal.WRONG_STATE);
        assertThat(story.skip("a").state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("A person who retries a step with another input keeps its name")
    void personRetries() {
        Story story = story(
                "  a: { action: \"pay.${ input.by }\", oneOf: [pay.card], input: { by: \"${ input.by }\" }, onExhausted: escalate }",
                "{\"by\":\"card\"}");
        story.fails("a", Story.business());
        story.must(new Command.RetryStep(StepPath.of("a"), "ann", "again", new Json("{\"by\":\"invoice\"}")));

        assertThat(action(story, "a")).isEqualTo("pay.card");
    }

    @Test
    @DisplayName("The workflow of a child is computed, and undone as the one that it was")
    void child() {
        Story story = story("""
                  a: { workflow: "${ input.kind }", oneOf: [other, names] }
                  b: { after: [a], action: b.do }
                """, "{\"kind\":\"names\"}");
        assertThat(action(story, "a")).isEqualTo("workflow names");
        assertThat(story.state().child(StepPath.of("a")))
                .extracting(Task.Child::workflow)
                .isEqualTo("names");
        story.report(story.child("a", CHILD).done("x"));
        story.fails("b", Story.business());

        assertThat(story.status("a")).isEqualTo(StepStatus.COMPENSATING);
        assertThat(action(story, "a")).isEqualTo("workflow names");
        story.report(story.child("a", CHILD).done("x"));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("A child whose name is not listed is not started")
    void childNotListed() {
        Story story = story("  a: { workflow: \"${ input.kind }\", oneOf: [other] }", "{\"kind\":\"x\"}");

        assertThat(failure(story, "a").message()).isEqualTo("the workflow is 'x', which oneOf does not list (other)");
    }

    @Test
    @DisplayName("A name that only an error gives is computed from it")
    void fromAnError() {
        Story story = story("""
                  a: { action: a.do, onExhausted: continue }
                  b: { after: [a], action: "after.${ steps.a.error.code }", oneOf: [after.TEST_BUSINESS] }
                """, "{}");
        story.fails("a", Story.business());

        assertThat(action(story, "b")).isEqualTo("after.TEST_BUSINESS");
    }

    @Test
    @DisplayName("An execution moves only to a version that lists the names that were computed")
    void moves() {
        String step = "  a: { action: \"pay.${ input.by }\", oneOf: [%s] }\n  b: { after: [a], action: b.do }";
        Story story = story(step.formatted("pay.card, pay.invoice"), "{\"by\":\"card\"}");

        assertThat(blocked(story, step.formatted("pay.card"))).isEmpty();
        assertThat(blocked(story, step.formatted("pay.invoice, pay.cash")))
                .containsExactly("step 'a' has begun with 'pay.card'; version 2 does not list it in oneOf");
        assertThat(blocked(story, "  a: { action: pay.card }\n  b: { after: [a], action: b.do }"))
                .singleElement()
                .asString()
                .contains("step 'a'", "a call of a computed action", "a call of 'pay.card'");
    }

    private static List<String> blocked(Story story, String steps) {
        return Compatibility.blockers(story.state(), plan(2, steps)).stream()
                .map(Compatibility.Blocker::toString)
                .toList();
    }

    @Test
    @DisplayName("A re-run does a step again if its action would be another one")
    void rerun() {
        Story story = story("""
                  a: { action: "pay.${ input.by }", oneOf: [pay.card, pay.invoice], input: { n: 1 } }
                  b: { after: [a], action: b.do }
                """, "{\"by\":\"card\"}");
        story.done("a").fails("b", Story.business());

        assertThat(story.rerun("b", "{\"by\":\"card\"}").status("a")).isEqualTo(StepStatus.COMPLETED);
        assertThat(story.planRerun("b", "{\"by\":\"invoice\"}").toString()).contains("a");
    }
}
