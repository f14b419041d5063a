package dev.reeve.internal.core.state;

import static dev.reeve.internal.core.Flow.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Flow;
import dev.reeve.internal.core.Story;
import dev.reeve.internal.core.rules.Decider;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** I4: a history that cannot have happened is refused, with a message that names all details. */
class IllegalHistoryTest {

    private static final StepPath A = StepPath.of("a");
    private static final StepPath B = StepPath.of("b");

    private final Story story = Story.of(Flow.of(
            step("a").compensated().probed(),
            step("b").after("a").compensated(),
            step("t").waitFor(Flow.COMPLETE_BY)));

    private void refuses(Event event, String problem) {
        assertThatThrownBy(() -> Evolution.apply(story.state(), event, story.now()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(problem)
                .hasMessageContaining(story.state().id().toString())
                .hasMessageContaining("test version 1")
                .hasMessageContaining("event " + (story.history().size() + 1));
    }

    private static Event.StepStarted started(StepPath path, int attempt) {
        return new Event.StepStarted(path, Purpose.FORWARD, attempt, "agent", Story.START, 1);
    }

    @Test
    @DisplayName("events of steps that are in another state, or do not exist")
    void steps() {
        refuses(started(StepPath.of("z"), 1), "there is no such step");
        refuses(started(B, 1), "never been ready");
        refuses(started(A, 2), "I6");
        refuses(new Event.StepReady(A, Purpose.FORWARD, null), "busy");
        refuses(new Event.StepReady(B, Purpose.PROBE, null), "no doubt");
        refuses(new Event.StepReady(B, Purpose.COMPENSATION, null), "I10");
        refuses(new Event.StepCompleted(A, 1, Json.NULL), "neither the result of the open attempt nor of a probe");
        refuses(new Event.StepCompleted(A, 0, Json.NULL), "not done without an attempt");
        refuses(new Event.StepWaiting(B, Purpose.FORWARD, Story.START, WaitReason.TIMER), "only a wait step");
        refuses(new Event.StepWaiting(A, Purpose.FORWARD, Story.START, WaitReason.BACKOFF), "busy");
        refuses(new Event.StepWaiting(B, Purpose.FORWARD, Story.START, WaitReason.SIGNAL), "only an await step");
        refuses(new Event.ItemsStarted(B, new Json("[1]")), "not a step with items");
        refuses(new Event.StepReady(StepPath.parse("b[0]"), Purpose.FORWARD, null), "there is no such step");
        refuses(new Event.RoundEnded(A, 1, Json.NULL), "only a step with repeat");
        refuses(new Event.SignalTaken(A, "go"), "does not wait for this signal");
        refuses(new Event.StepResumed(A, Purpose.FORWARD), "neither waits");
        refuses(new Event.StepRetried(A, Purpose.FORWARD, "ann"), "does not need a person");
        refuses(new Event.StepResolved(A, Json.NULL, "ann"), "does not need a person");
        refuses(new Event.StepCompensated(A, 1, null, "ann"), "does not need a person");
        refuses(new Event.StepCompensated(A, 1, null, null), "not the open attempt");
        refuses(new Event.StepSkipped(A, SkipReason.WITHDRAWN, null), "not about to be undone");
        refuses(new Event.StepSkipped(A, SkipReason.CONDITION, null), "has begun");
        refuses(new Event.StepSkipped(A, SkipReason.OPERATOR, "ann"), "does not need a person");
        refuses(new Event.StepFailed(A, Story.business(), false), "for no reason");
        refuses(new Event.StepEscalated(B, Purpose.PROBE, Story.business()), "done without");
        refuses(new Event.LateReportKept(A, Purpose.FORWARD, 1, null, null), "not given up");
        refuses(new Event.ProbeAnswered(A, 1, new ProbeAnswer.Unknown()), "not the open attempt");
        refuses(new Event.CheckpointRecorded(A, Purpose.FORWARD, 1, Json.NULL), "not the open attempt");
    }

    @Test
    @DisplayName("a step while its attempt is open")
    void whileRunning() {
        story.start("a");

        refuses(started(A, 2), "not queued");
        refuses(new Event.AttemptFailed(A, Purpose.FORWARD, 2, Story.business()), "not the open attempt");
        refuses(new Event.AttemptFailed(A, Purpose.COMPENSATION, 1, Story.business()), "not the open attempt");
        refuses(new Event.StepFailed(A, Story.business(), false), "an attempt is open");
        refuses(new Event.StepSkipped(A, SkipReason.OPERATOR, "ann"), "an attempt is open");
        refuses(new Event.StepCompleted(A, 2, Json.NULL), "not the open attempt");
    }

    @Test
    @DisplayName("executions that end too early, with another outcome, or twice")
    void executions() {
        Event.ExecutionStarted again = story.state().started();
        refuses(again, "nothing of the kind can happen now");
        refuses(new Event.ExecutionCompleted(Json.NULL), "not decided");
        refuses(new Event.ForwardClosed(), "nothing of the kind can happen now");
        refuses(new Event.FinallyStarted(ExecutionStatus.COMPLETED, Json.NULL), "not decided");
        story.start("a");
        story.cancel();
        refuses(new Event.ForwardClosed(), "still being done");
        story.done("a");
        refuses(new Event.StepReady(B, Purpose.FORWARD, null), "I7");
        refuses(new Event.ExecutionCancelled("x"), "not decided");
        refuses(new Event.StepReady(B, Purpose.COMPENSATION, null), "not this step's turn");
        story.done("a");
        refuses(new Event.ExecutionCancelled("x"), "nothing of the kind can happen now");
        refuses(started(A, 2), "not open");
    }

    @Test
    @DisplayName("a state without a start answers no questions, and decides nothing")
    void notStarted() {
        ExecutionState first = Evolution.first(story.state().id(), story.state().plan());

        assertThat(first.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(first.open()).isEmpty();
        assertThatThrownBy(first::started)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not started");
        assertThatThrownBy(() -> Decider.decide(first, new Command.WakeExecution(), Story.START))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Work.of(story.state(), B)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Work.of(story.state(), StepPath.of("z"))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("a plan belongs to one graph, and an execution to its own plan")
    void plans() {
        assertThatThrownBy(() -> Flow.of(step("a").after("z")).plan())
                .hasMessageContaining("'z', which does not exist");
        assertThatThrownBy(() ->
                        Flow.of(step("a").after("b"), step("b").after("a")).plan())
                .hasMessageContaining("cycle");
        assertThatThrownBy(() -> Flow.of(step("a"), step("a")).plan()).hasMessageContaining("two steps");
        Plan plan = Flow.of(step("a")).plan();
        Event.ExecutionStarted other =
                new Event.ExecutionStarted("other", 1, "default", null, Json.NULL, 0, Map.of(), null, 1);
        assertThatThrownBy(() -> Decider.start(story.state().id(), plan, other, Story.START))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other version 1");
    }

    @Test
    @DisplayName("states are values: equal if and only if everything in them is")
    void values() {
        Story same = Story.of(story.state().plan(), "{}", null, 1);

        assertThat(same.state()).isEqualTo(story.state()).hasSameHashCodeAs(story.state());
        assertThat(same.done("a").state()).isNotEqualTo(story.state());
        assertThat(List.of(story.state().toString(), story.step("a").toString()))
                .containsExactly(
                        "execution 00000000-0000-0007-0000-000000000001 of test version 1: RUNNING, 3 events",
                        "READY FORWARD Ready[since=2026-01-31T12:00:00Z], 0 attempts");
    }
}
