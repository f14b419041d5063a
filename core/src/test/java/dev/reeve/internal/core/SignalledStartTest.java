package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.Plan;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: executions that have a signal from their beginning. */
final class SignalledStartTest {

    private static final ExecutionId ID = new ExecutionId(new UUID(7, 1));

    private static Event.SignalReceived signal(String name, String data) {
        return new Event.SignalReceived(name, "m1", new Json(data), "ann");
    }

    private static Refusal refusal(Plan plan, Event.SignalReceived signal) {
        return Objects.requireNonNull(Decider.refusal(ID, plan, signal)).reason();
    }

    @Test
    @DisplayName("S7: the first step takes the signal of the start")
    void takenAtOnce() {
        Plan plan =
                Flow.of(step("ok").awaits("approval"), step("b").after("ok")).plan();

        Story story = Story.with(signal("approval", "7"), plan, Duration.ZERO);

        assertThat(story.news())
                .containsExactly(
                        "ExecutionStarted",
                        "SignalReceived",
                        "SignalTaken(ok approval)",
                        "StepCompleted(ok)",
                        "StepReady(b)");
        assertThat(story.step("ok").output()).isEqualTo(new Json("7"));
    }

    @Test
    @DisplayName("S7: the signal of the start is kept until its step begins, and its id counts once")
    void keptForLater() {
        Plan plan = Flow.of(step("a"), step("ok").awaits("approval").after("a")).plan();

        Story story = Story.with(signal("approval", "7"), plan, Duration.ZERO);
        Command.Signal again = new Command.Signal("approval", "m1", new Json("8"), "ann");
        assertThat(Decider.decide(story.state(), again, story.now()))
                .isEqualTo(new Decision.Accepted(List.of(), story.state()));
        story.done("a");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(story.step("ok").output()).isEqualTo(new Json("7"));
    }

    @Test
    @DisplayName("S7 S8: an execution that begins later has the signal before it begins")
    void delayed() {
        Plan plan = Flow.of(step("ok").awaits("approval")).plan();

        Story story = Story.with(signal("approval", "7"), plan, Duration.ofHours(1));
        assertThat(story.news()).containsExactly("ExecutionStarted", "ExecutionDelayed", "SignalReceived");
        story.later(Duration.ofHours(1)).must(new Command.WakeExecution());

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7: a new execution refuses the signals that an open one would refuse")
    void refusals() {
        Plan plan = Flow.of(step("ok").awaits("approval")).plan();

        assertThat(Decider.refusal(ID, plan, signal("approval", "7"))).isNull();
        assertThat(refusal(plan, signal("other", "7"))).isEqualTo(Refusal.UNKNOWN_SIGNAL);
        assertThat(refusal(plan, signal("approval", "\"" + "x".repeat(1_048_576) + "\"")))
                .isEqualTo(Refusal.LIMIT);
        assertThat(Objects.requireNonNull(Decider.refusal(ID, plan, signal("other", "7")))
                        .message())
                .contains("a new execution of", "expected one of approval");
    }
}
