package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.transientFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.values.Times;
import dev.reeve.workflow.OnExhausted;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S1, S7, S12: steps begin when it is their turn. */
class StepActivationTest {

    @Test
    @DisplayName("S1 steps run one after another, and the output is that of all steps by name")
    void sequence() {
        Story story = Story.of(Flow.of(step("a"), step("b").after("a")));

        assertThat(story.news()).containsExactly("ExecutionStarted", "StepReady(a)");
        story.done("a", "{\"x\":1}");
        assertThat(story.news()).containsExactly("StepCompleted(a)", "StepReady(b)");
        story.done("b", "2");

        assertThat(story.news()).containsExactly("StepCompleted(b)", "ExecutionCompleted");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(story.state().output()).isEqualTo(new Json("{\"a\":{\"x\":1},\"b\":2}"));
        assertThat(story.state().endedAt()).isEqualTo(Story.START);
    }

    @Test
    @DisplayName("S1 independent steps run in parallel, and a join waits for all of them")
    void forkAndJoin() {
        Story story = Story.of(Flow.of(
                step("a"), step("b").after("a"), step("c").after("a"), step("d").after("b", "c")));

        story.done("a");
        assertThat(story.state().inFlight()).isEqualTo(2);
        story.done("c");
        assertThat(story.status("d")).isEqualTo(StepStatus.PENDING);
        story.done("b");

        assertThat(story.status("d")).isEqualTo(StepStatus.READY);
    }

    @Test
    @DisplayName("join any: starts at the first that is settled, once, and the execution still waits for the others")
    void joinAny() {
        Story story =
                Story.of(Flow.of(step("a"), step("b"), step("c").after("a", "b").joinAny()));

        story.done("b");
        assertThat(story.news()).endsWith("StepCompleted(b)", "StepReady(c)");
        story.done("c");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.RUNNING);
        story.done("a");

        assertThat(story.news()).containsExactly("StepCompleted(c)", "StepCompleted(a)", "ExecutionCompleted");
    }

    @Test
    @DisplayName("join any: does not start at a skipped step, and is skipped if all of them were")
    void joinAnyAfterSkipped() {
        Story some = Story.of(Flow.of(
                step("a").when("false"), step("b"), step("c").after("a", "b").joinAny()));
        assertThat(some.status("c")).isEqualTo(StepStatus.PENDING);
        some.done("b");
        assertThat(some.status("c")).isEqualTo(StepStatus.READY);

        Story none = Story.of(Flow.of(
                step("a").when("false"),
                step("b").when("false"),
                step("c").after("a", "b").joinAny()));
        assertThat(none.news()).contains("StepSkipped(c PREDECESSORS)");
    }

    @Test
    @DisplayName("S7 when: a step whose condition is false is skipped, and so are the steps that only follow it")
    void conditionsPropagate() {
        Story story = Story.of(
                Flow.of(
                        step("a"),
                        step("b").after("a").when("input.amount > 100"),
                        step("c").after("b"),
                        step("d").after("c", "a")),
                "{\"amount\":7}");

        story.done("a");

        assertThat(story.news())
                .endsWith(
                        "StepCompleted(a)", "StepSkipped(b CONDITION)", "StepSkipped(c PREDECESSORS)", "StepReady(d)");
    }

    @Test
    @DisplayName("if all steps are skipped, the execution completes without output")
    void nothingToDo() {
        Story story = Story.of(Flow.of(step("a").when("false"), step("b").after("a")));

        assertThat(story.state().output()).isEqualTo(new Json("{}"));
    }

    @Test
    @DisplayName("S12 a step's input is computed when it becomes ready; without a template it is the execution's")
    void inputs() {
        Story story = Story.of(
                Flow.of(
                                step("a"),
                                step("b")
                                        .after("a")
                                        .input("{\"sum\":\"${ steps.a.output.n + input.n }\","
                                                + "\"was\":\"${ steps.a.status }\",\"key\":\"${ execution.key }\"}"))
                        .output("{\"b\":\"${ steps.b.output }\"}"),
                "{\"n\":2}");

        assertThat(Work.of(story.state(), StepPath.of("a")).input()).isEqualTo(new Json("{\"n\":2}"));
        story.done("a", "{\"n\":40}");
        assertThat(Work.of(story.state(), StepPath.of("b")).input())
                .isEqualTo(new Json("{\"sum\":42,\"was\":\"completed\",\"key\":\"order-1\"}"));
        story.done("b", "true");

        assertThat(story.state().output()).isEqualTo(new Json("{\"b\":true}"));
    }

    @Test
    @DisplayName("the output of a step that was not done is undefined, and that of one that gave null is null")
    void outputs() {
        Story story = Story.of(
                Flow.of(step("skipped").when("false"), step("failed").then(OnExhausted.Then.CONTINUE), step("done"))
                        .output("[\"${ $exists(steps.skipped.output) }\",\"${ $exists(steps.failed.output) }\","
                                + "\"${ $exists(steps.done.output) }\"]"));

        story.fails("failed", Story.business()).done("done", "null");

        assertThat(story.state().output()).isEqualTo(new Json("[false,false,true]"));
    }

    @Test
    @DisplayName("A2 work carries the token, the deadline and the priority; the key is the same for all attempts")
    void work() {
        Story story = Story.of(Flow.of(step("a").priority(7)));
        Work queued = Work.of(story.state(), StepPath.of("a"));
        assertThat(queued.token()).isNull();
        assertThat(queued.priority()).isEqualTo(7);

        AttemptToken first = story.start("a");
        assertThat(Work.of(story.state(), StepPath.of("a")).completeBy())
                .isEqualTo(story.now().plus(Flow.COMPLETE_BY));
        story.fails("a", transientFailure()).untilReady("a");
        AttemptToken second = story.start("a");

        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.nonce()).isNotEqualTo(first.nonce());
        assertThat(second.idempotencyKey()).isEqualTo(first.idempotencyKey());
    }

    @Test
    @DisplayName("I13 a timer ends when its time has come and not a microsecond earlier")
    void timer() {
        Story story = Story.of(
                Flow.of(step("a").waitFor(Duration.ofDays(3)), step("b").after("a")));

        assertThat(story.news()).endsWith("StepWaiting(a TIMER)");
        story.later(Duration.ofDays(3).minusNanos(1000));
        assertThat(story.refused(new Command.WakeStep(StepPath.of("a")))).isEqualTo(Refusal.NOT_DUE);
        story.later(Duration.ofNanos(1000)).must(new Command.WakeStep(StepPath.of("a")));

        assertThat(story.news()).containsExactly("StepCompleted(a)", "StepReady(b)");
        assertThat(story.step("a").output()).isEqualTo(Json.NULL);
    }

    @Test
    @DisplayName("R37 waitUntil takes ISO-8601 text or milliseconds; a time in the past ends at once")
    void waitUntil() {
        Story text =
                Story.of(Flow.of(step("a").waitUntil("input.at")), "{\"at\":\"2026-01-31T13:00:00.123456789+01:00\"}");
        assertThat(text.step("a").open())
                .isEqualTo(new Open.Waiting(Instant.parse("2026-01-31T12:00:00.123456Z"), WaitReason.TIMER));

        Story millis = Story.of(Flow.of(step("a").waitUntil("input.at")), "{\"at\":1900000000000}");
        assertThat(millis.step("a").open())
                .isEqualTo(new Open.Waiting(Instant.ofEpochMilli(1900000000000L), WaitReason.TIMER));

        Story past = Story.of(Flow.of(step("a").waitUntil("input.at")), "{\"at\":0}");
        assertThat(past.state().status()).isEqualTo(ExecutionStatus.COMPLETED);

        Story farAway = Story.of(Flow.of(step("a").waitUntil("input.at")), "{\"at\":1e300}");
        assertThat(farAway.step("a").open()).isEqualTo(new Open.Waiting(Times.MAX, WaitReason.TIMER));
    }

    @Test
    @DisplayName("waitUntil with another value than a time fails the step, and names the value")
    void waitUntilNonsense() {
        Story story = Story.of(Flow.of(step("a").waitUntil("input.at")), "{\"at\":\"tomorrow\"}");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(failureOf(story).code()).isEqualTo("EXPRESSION_FAILED");
        assertThat(failureOf(story).message()).contains("waitUntil").contains("tomorrow");
    }

    private static Failure failureOf(Story story) {
        return Objects.requireNonNull(story.state().failure());
    }
}
