package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.workflow.OnExhausted;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: a step collects several signals, and its output is the list of them (ADR 68). */
class CollectedSignalsTest {

    private static final String LARGE = "\"" + "x".repeat(400_000) + "\"";

    @Test
    @DisplayName("S7 signals are collected in their order until the condition holds, also such as came before")
    void collected() {
        Story story =
                Story.of(Flow.of(step("a"), step("b").after("a").awaits("go").collects("$count(output) = 3", 10)));
        story.signal("go", "1");

        story.done("a");
        assertThat(story.news()).endsWith("StepCompleted(a)", "SignalTaken(b go)", "StepWaiting(b SIGNAL)");
        story.signal("go", "{\"n\":2}");
        assertThat(story.news()).endsWith("SignalReceived", "SignalTaken(b go)");
        assertThat(story.status("b")).isEqualTo(StepStatus.WAITING);
        story.signal("go", "3");

        assertThat(story.step("b").output()).isEqualTo(new Json("[1,{\"n\":2},3]"));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 of several names, the list has the names, too; what came before and is not needed stays")
    void severalNames() {
        Story story = Story.of(Flow.of(
                step("a"), step("b").after("a").awaitsAny("go", "stop").collects("output[-1].signal = 'stop'", 9)));
        story.signal("go", "1");
        story.signal("stop", "2");
        story.signal("go", "3");

        story.done("a");

        assertThat(story.step("b").output())
                .isEqualTo(new Json("[{\"signal\":\"go\",\"data\":1},{\"signal\":\"stop\",\"data\":2}]"));
        assertThat(story.state().signals.waiting()).hasSize(1);
    }

    @Test
    @DisplayName("S7 after the timeout the default is the output, and it can read what has come")
    void timeout() {
        Duration day = Duration.ofDays(1);
        Story story =
                Story.of(Flow.of(step("b").awaits("go", day, "\"${ output }\"").collects("false", 9)));
        story.signal("go", "1");
        story.signal("go", "2");

        story.later(day).due("b");

        assertThat(story.step("b").output()).isEqualTo(new Json("[1,2]"));
        Story none =
                Story.of(Flow.of(step("b").awaits("go", day, "\"${ output }\"").collects("false", 9)));
        none.later(day).due("b");
        assertThat(none.step("b").output()).isEqualTo(new Json("[]"));
    }

    @Test
    @DisplayName(
            "I16 after as many signals as are allowed the step fails; a retry goes on with the list, and counts anew")
    void exhausted() {
        Story story = Story.of(
                Flow.of(step("b").then(OnExhausted.Then.ESCALATE).awaits("go").collects("$count(output) > 3", 2)));
        story.signal("go", "1");
        story.signal("go", "2");
        assertThat(story.status("b")).isEqualTo(StepStatus.ESCALATED);
        assertThat(Objects.requireNonNull(story.step("b").failure()).code()).isEqualTo("REPEAT_EXHAUSTED");

        story.retry("b");
        assertThat(story.status("b")).isEqualTo(StepStatus.WAITING);
        story.signal("go", "3");
        story.signal("go", "4");

        assertThat(story.step("b").output()).isEqualTo(new Json("[1,2,3,4]"));
    }

    @Test
    @DisplayName(
            "I16 a list has room up to the limit of an output: a signal beyond it is refused, or another step has it")
    void full() {
        Story story = Story.of(Flow.of(
                step("a").awaits("go").collects("false", 9),
                step("b").awaits("go").collects("$count(output) = 1", 9)));
        story.signal("go", LARGE);
        story.signal("go", LARGE);
        assertThat(story.step("a").collected().size()).isEqualTo(2);

        story.signal("go", LARGE);
        assertThat(story.status("b")).as("the first step is full").isEqualTo(StepStatus.COMPLETED);

        assertThat(story.refused(new Command.Signal("go", null, new Json(LARGE), "ann")))
                .isEqualTo(Refusal.LIMIT);
        story.signal("go", "1");
        assertThat(story.step("a").collected().size()).isEqualTo(3);
    }

    @Test
    @DisplayName("I16 a step whose earlier signals are too large fails and takes none, so that it can be retried")
    void earlierTooLarge() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("b")
                        .after("a")
                        .then(OnExhausted.Then.ESCALATE)
                        .awaits("go")
                        .collects("$count(output) = 9", 9)));
        for (int i = 0; i < 3; i++) {
            story.signal("go", LARGE);
        }

        story.done("a");
        assertThat(story.status("b")).isEqualTo(StepStatus.ESCALATED);
        assertThat(story.state().signals.waiting()).hasSize(3);
        story.retry("b");
        assertThat(story.status("b")).isEqualTo(StepStatus.ESCALATED);
        story.must(new Command.Move(
                version2(Flow.of(
                        step("a"),
                        step("b")
                                .after("a")
                                .then(OnExhausted.Then.ESCALATE)
                                .awaits("go")
                                .collects("$count(output) = 2", 9))),
                "ann",
                "fewer"));
        story.retry("b");

        assertThat(story.status("b")).isEqualTo(StepStatus.COMPLETED);
    }

    @Test
    @DisplayName("S9 a list that is enough in another version ends the step when the execution is moved")
    void moved() {
        Story story = Story.of(moving("$count(output) = 5", 9));
        story.signal("go", "1");
        story.signal("go", "2");
        story.news();

        story.must(new Command.Move(version2(moving("$count(output) >= 2", 9)), "ann", "fewer"));

        assertThat(story.news()).containsExactly("ExecutionMoved", "StepCompleted(b)", "StepReady(c)");
        Story other = Story.of(moving("$count(output) = 5", 9));
        other.signal("go", "1");
        other.signal("go", "2");
        other.must(new Command.Move(version2(moving("$count(output) = 5", 2)), "ann", "fewer"));
        assertThat(other.status("b")).isEqualTo(StepStatus.ESCALATED);
    }

    private static Flow moving(String condition, int max) {
        return Flow.of(
                step("b").then(OnExhausted.Then.ESCALATE).awaits("go").collects(condition, max),
                step("c").after("b"));
    }

    private static Plan version2(Flow flow) {
        Definition first = flow.workflow();
        return Plan.of(
                new Definition(first.name(), 2, "", null, null, first.steps(), first.finallySteps(), first.output()));
    }

    @Test
    @DisplayName("I16 data that could not be read again inside the list is refused")
    void tooDeep() {
        Story story = Story.of(Flow.of(
                step("b").awaits("go").collects("false", 9),
                step("c").awaitsAny("stop", "halt"),
                step("d").awaits("end")));
        String deep = "[".repeat(64) + "]".repeat(64);
        String fits = "[".repeat(63) + "]".repeat(63);

        assertThat(story.refused(new Command.Signal("go", null, new Json(deep), "ann")))
                .isEqualTo(Refusal.INVALID_DATA);
        assertThat(story.refused(new Command.Signal("stop", null, new Json(deep), "ann")))
                .isEqualTo(Refusal.INVALID_DATA);
        story.signal("go", fits);
        story.signal("end", deep);
        assertThat(story.status("d")).isEqualTo(StepStatus.COMPLETED);
    }

    @Test
    @DisplayName("R49 thousands of signals with ids cost the same each: the list and the ids share their parts")
    void many() {
        ExecutionState state = Story.of(Flow.of(step("b").awaits("go").collects("round = 4000", 5000)))
                .state();
        for (int i = 0; i < 4000; i++) {
            Command signal = new Command.Signal("go", "id" + i, new Json("{\"n\":" + i + "}"), "ann");
            state = ((Decision.Accepted) Decider.decide(state, signal, state.startedAt())).state();
        }

        assertThat(state.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(Objects.requireNonNull(state.output()).text()).contains("{\"n\":3999}");
        assertThat(state.signals.ids().contains("id7")).isTrue();
        assertThat(state.signals.ids().contains("id4000")).isFalse();
    }
}
