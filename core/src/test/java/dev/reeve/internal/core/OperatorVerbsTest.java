package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static dev.reeve.internal.core.Story.transientFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Situation;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.Verb;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.state.Work;
import dev.reeve.workflow.OnExhausted.Then;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** O2: compensate, probe now, and retry with another input. */
class OperatorVerbsTest {

    private static final StepPath A = StepPath.of("a");
    private static final Json EDITED = new Json("{\"edited\":true}");
    private static final Command PROBE = new Command.ProbeStep(A, "ann", "the bank is back");
    private static final Command EDIT = new Command.RetryStep(A, "ann", "a typo", EDITED);

    @Test
    @DisplayName("compensate undoes like cancel, ends as COMPENSATED, and records actor and reason")
    void compensate() {
        Story story = Story.of(Flow.of(step("a").compensated(), step("b").after("a")));
        story.done("a").must(new Command.Compensate("ann", "recalled"));

        assertThat(story.news())
                .endsWith(
                        "CompensationRequested",
                        "CompensationStarted",
                        "StepSkipped(b WITHDRAWN)",
                        "ForwardClosed",
                        "StepReady(a undo)");
        assertThat(story.refused(new Command.Compensate("ann", "recalled"))).isEqualTo(Refusal.WRONG_STATE);
        story.done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(Objects.requireNonNull(story.state().failure()).message())
                .isEqualTo("undone at the request of ann: recalled");
    }

    @Test
    @DisplayName("compensate works also with nothing to undo")
    void compensateNothing() {
        Story story = Story.of(Flow.of(step("a")));
        story.must(new Command.Compensate("ann", "recalled"));

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("V5 probe asks about an escalated step in doubt, and done completes it")
    void probeEscalated() {
        Story story = Story.of(Flow.of(
                step("a").maxAttempts(1).probed().then(Then.ESCALATE), step("b").after("a")));
        story.fallsSilent("a").done("a", "{\"state\":\"unknown\"}");
        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);
        story.news();

        story.must(PROBE);
        assertThat(story.news()).containsExactly("ProbeRequested(a)", "StepReady(a probe)");
        assertThat(story.refused(PROBE)).as("it is asked already").isEqualTo(Refusal.WRONG_STATE);
        story.done("a", "{\"state\":\"unknown\"}");
        assertThat(story.status("a")).as("nobody knows more than before").isEqualTo(StepStatus.ESCALATED);

        story.must(PROBE).done("a", "{\"state\":\"done\",\"output\":7}");
        assertThat(story.news()).endsWith("ProbeAnswered(a Done)", "StepCompleted(a)", "StepReady(b)");
    }

    @Test
    @DisplayName("V5 probe asks about a waiting step in doubt at once, and ends its backoff")
    void probeWaiting() {
        Story story = Story.of(Flow.of(step("a").probed()));
        story.fallsSilent("a").done("a", "{\"state\":\"running\"}");
        assertThat(story.status("a")).isEqualTo(StepStatus.PROBING);
        story.must(PROBE).done("a", "{\"state\":\"done\",\"output\":7}");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("probe is refused without doubt, without a probe action, and while undoing")
    void probeRefused() {
        Story sure = Story.of(Flow.of(step("a").probed().then(Then.ESCALATE)));
        assertThat(sure.refused(PROBE)).isEqualTo(Refusal.WRONG_STATE);
        sure.fails("a", business());
        assertThat(((Decision.Refused) sure.give(PROBE)).message()).contains("nothing about it is in doubt");

        Story mute = Story.of(Flow.of(step("a").maxAttempts(1).then(Then.ESCALATE)));
        mute.fallsSilent("a");
        assertThat(((Decision.Refused) mute.give(PROBE)).message()).contains("it has no probe");

        Story undone = Story.of(Flow.of(step("a").maxAttempts(1).probed().compensated()));
        undone.fallsSilent("a").done("a", "{\"state\":\"unknown\"}").fails("a", business());
        assertThat(((Decision.Refused) undone.give(PROBE)).message()).contains("being undone");
        assertThat(undone.refused(new Command.ProbeStep(StepPath.of("z"), "ann", "x")))
                .isEqualTo(Refusal.UNKNOWN_STEP);
    }

    @Test
    @DisplayName("A2 edited input: later attempts and the compensation use it, with their own idempotency key")
    void edited() {
        Story story = Story.of(
                Flow.of(step("a").then(Then.ESCALATE).compensated(), step("b").after("a")));
        String before = Work.of(story.state(), A).idempotencyKey();
        story.fails("a", business()).must(EDIT);

        Work work = Work.of(story.state(), A);
        assertThat(work.input()).isEqualTo(EDITED);
        assertThat(work.idempotencyKey()).isNotEqualTo(before).isEqualTo(before + "#2");
        story.fails("a", transientFailure()).untilReady("a");
        assertThat(Work.of(story.state(), A)).isEqualTo(work);

        story.done("a", "1").fails("b", business());
        assertThat(Work.of(story.state(), A).input()).isEqualTo(new Json("{\"input\":{\"edited\":true},\"output\":1}"));
        assertThat(Work.of(story.state(), A).idempotencyKey()).isEqualTo(before + "/undo");
    }

    @Test
    @DisplayName("A2 edited input is refused while an earlier attempt may have had its effect, unless the "
            + "service denies it")
    void notEditedInDoubt() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(1).probed().then(Then.ESCALATE)));
        story.fallsSilent("a").done("a", "{\"state\":\"unknown\"}");
        assertThat(((Decision.Refused) story.give(EDIT)).message()).contains("probe the step first");
        story.must(PROBE).done("a", "{\"state\":\"notDone\"}");
        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);

        story.must(EDIT).done("a");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("edited input: of a compensation, and of a step whose input could not be computed")
    void editedElsewhere() {
        Story undo = Story.of(Flow.of(step("a").compensated(), step("b").after("a")));
        undo.done("a").fails("b", business()).fails("a", business()).must(EDIT);
        assertThat(Work.of(undo.state(), A).input()).isEqualTo(EDITED);
        assertThat(Work.of(undo.state(), A).idempotencyKey()).endsWith("/undo#2");

        Story broken = Story.of(Flow.of(step("a").input("\"${ 1 + 'x' }\"").then(Then.ESCALATE)));
        broken.must(EDIT);
        assertThat(Work.of(broken.state(), A).input()).isEqualTo(EDITED);
        broken.done("a");
        assertThat(broken.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("edited input: a compensation that fell silent keeps its input and its key")
    void compensationInDoubt() {
        Story undo = Story.of(Flow.of(step("a").compensated(), step("b").after("a")));
        undo.done("a").fails("b", business());
        for (int i = 0; i < 3; i++) {
            undo.untilReady("a").fallsSilent("a");
        }
        assertThat(undo.status("a")).isEqualTo(StepStatus.ESCALATED);
        assertThat(undo.refused(EDIT)).isEqualTo(Refusal.WRONG_STATE);
        assertThat(undo.refused(new Command.RetryStep(A, "ann", "x", new Json("\"" + "x".repeat(2_000_000) + "\""))))
                .isEqualTo(Refusal.LIMIT);
    }

    @Test
    @DisplayName("S12: a switch is resolved with one of its cases, or null")
    void unknownCase() {
        Story story = Story.of(
                Flow.of(
                        step("paid").pivot(),
                        step("a").after("paid").switching("one: $number(input.n) = 1", "other: otherwise"),
                        step("next").after("a.one")),
                "{\"n\":\"none\"}");
        story.done("paid");
        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);

        for (String output : List.of("\"onw\"", "1", "{}")) {
            assertThat(story.refused(new Command.ResolveStep(A, new Json(output), "ann")))
                    .as(output)
                    .isEqualTo(Refusal.INVALID_DATA);
        }
        story.resolve("a", "\"one\"");
        assertThat(story.status("next")).isEqualTo(StepStatus.READY);
    }

    @Test
    @DisplayName("S12: an output that does not match the schema is refused, and the step can still be resolved")
    void unfitOutput() {
        Story story = Story.of(Flow.of(step("a").schema("{\"type\":\"number\"}").then(Then.ESCALATE)));
        story.done("a", "\"text\"");

        assertThat(story.refused(new Command.ResolveStep(A, new Json("\"text\""), "ann")))
                .isEqualTo(Refusal.INVALID_DATA);

        assertThat(Explainer.explain(story.state(), Map.of()).steps().getFirst().situation())
                .isInstanceOfSatisfying(
                        Situation.NeedsPerson.class,
                        person -> assertThat(person.verbs()).contains(Verb.RESOLVE, Verb.RETRY));
        story.resolve("a", "7");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }
}
