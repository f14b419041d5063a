package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Work;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Tolerate;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: a step that is done again until a condition holds. */
class RepeatTest {

    private static Flow.Spec poll(int max) {
        return step("poll").repeatUntil("output.done", max);
    }

    @Test
    @DisplayName("S7 repeat runs the step with growing delays until the condition holds; the last output counts")
    void untilItHolds() {
        Story story = Story.of(Flow.of(poll(100)));
        story.done("poll", "{\"done\":false}");

        assertThat(story.news()).endsWith("RoundEnded(poll)", "StepWaiting(poll ROUND)");
        assertWaits(story, 1);
        story.due("poll").done("poll", "{}");
        assertWaits(story, 2);
        story.due("poll").done("poll", "{}").due("poll").done("poll", "{}");
        assertWaits(story, 8);
        story.due("poll").done("poll", "{}");
        assertWaits(story, 10);
        story.due("poll").done("poll", "{\"done\":true}");

        assertThat(story.state().output()).isEqualTo(new Json("{\"poll\":{\"done\":true}}"));
        assertThat(story.step("poll").attempts()).isEqualTo(6);
    }

    private static void assertWaits(Story story, int seconds) {
        assertThat(story.step("poll").open())
                .isEqualTo(new Open.Waiting(story.now().plusSeconds(seconds), WaitReason.ROUND));
    }

    @Test
    @DisplayName("A2 each round has its own idempotency key, and its retries share it")
    void keys() {
        Story story = Story.of(Flow.of(poll(100)));
        assertThat(key(story)).endsWith("/poll");
        story.fails("poll", Story.transientFailure()).untilReady("poll");
        assertThat(key(story)).endsWith("/poll");
        story.done("poll", "{}").due("poll");

        assertThat(key(story)).endsWith("/poll#2");
    }

    private static String key(Story story) {
        return Work.of(story.state(), StepPath.of("poll")).idempotencyKey();
    }

    @Test
    @DisplayName("I16 the maximum of rounds always applies: after the last round the step has failed")
    void max() {
        Story story = Story.of(Flow.of(poll(2).then(OnExhausted.Then.ESCALATE)));
        story.done("poll", "{}").due("poll").done("poll", "{}");

        assertThat(story.status("poll")).isEqualTo(StepStatus.ESCALATED);
        assertThat(Objects.requireNonNull(story.step("poll").failure()).code()).isEqualTo("REPEAT_EXHAUSTED");
        story.resolve("poll", "{\"done\":true}");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("R2 each round has the whole budget of retries")
    void budget() {
        Story story = Story.of(Flow.of(poll(10).maxAttempts(2)));
        for (int round = 0; round < 3; round++) {
            story.fails("poll", Story.transientFailure())
                    .untilReady("poll")
                    .done("poll", "{}")
                    .due("poll");
        }

        assertThat(story.state().isUndoing()).isFalse();
        assertThat(story.step("poll").attempts()).isEqualTo(6);
    }

    @Test
    @DisplayName("S12 the condition sees the round, and a failing condition fails the step")
    void condition() {
        Story counted = Story.of(Flow.of(step("poll").repeatUntil("round = 2", 10)));
        counted.done("poll", "1").due("poll").done("poll", "2");
        assertThat(counted.state().output()).isEqualTo(new Json("{\"poll\":2}"));

        Story broken = Story.of(Flow.of(step("poll").repeatUntil("$uppercase(output)", 10)));
        broken.done("poll", "1");
        assertThat(Objects.requireNonNull(broken.state().failure()).code()).isEqualTo("EXPRESSION_FAILED");
    }

    @Test
    @DisplayName("S12 the input of a round is computed again, and sees the round and the output before it")
    void inputOfARound() {
        Story story = Story.of(Flow.of(poll(10).input("{\"page\":\"${ round }\",\"token\":\"${ output.next }\"}")
                .then(OnExhausted.Then.ESCALATE)));
        assertThat(input(story)).isEqualTo(new Json("{\"page\":1,\"token\":null}"));
        story.done("poll", "{\"next\":\"x\"}").due("poll");

        assertThat(input(story)).isEqualTo(new Json("{\"page\":2,\"token\":\"x\"}"));
        Story broken =
                Story.of(Flow.of(poll(10).input("{\"n\":\"${ 1 + output }\"}").then(OnExhausted.Then.ESCALATE)));
        broken.done("poll", "\"text\"").due("poll");
        assertThat(broken.status("poll")).isEqualTo(StepStatus.ESCALATED);
        assertThat(String.valueOf(broken.step("poll").failure())).contains("EXPRESSION_FAILED");
    }

    private static Json input(Story story) {
        return Work.of(story.state(), StepPath.of("poll")).input();
    }

    @Test
    @DisplayName("C5 completed rounds are undone, although the step was to repeat")
    void undone() {
        Story story = Story.of(Flow.of(poll(10).compensated()));
        story.done("poll", "{\"n\":1}").cancel();

        assertThat(story.news()).contains("StepFailed(poll)", "StepReady(poll undo)");
        assertThat(Work.of(story.state(), StepPath.of("poll")).input())
                .isEqualTo(new Json("{\"input\":{},\"output\":{\"n\":1}}"));
        story.done("poll");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("S12 the compensation sees the output of the last completed round, and their number")
    void undoneWithOutput() {
        String input = "{\"of\":\"${ output.n }\",\"rounds\":\"${ round }\"}";
        Story cut = Story.of(Flow.of(poll(10).compensatedWith(input)));
        cut.done("poll", "{\"n\":1}").due("poll").done("poll", "{\"n\":2}").cancel();
        assertThat(input(cut)).isEqualTo(new Json("{\"of\":2,\"rounds\":2}"));

        Story done = Story.of(Flow.of(poll(10).compensatedWith(input), step("b")));
        done.done("poll", "{\"n\":1}")
                .due("poll")
                .done("poll", "{\"n\":2,\"done\":true}")
                .cancel();
        assertThat(input(done)).isEqualTo(new Json("{\"of\":2,\"rounds\":2}"));
    }

    @Test
    @DisplayName("S12 O2 after the last round an operator's retry begins a new round with new input")
    void inputAfterAPerson() {
        Story story = Story.of(Flow.of(poll(1).input("{\"page\":\"${ round }\",\"after\":\"${ output }\"}")
                .then(OnExhausted.Then.ESCALATE)));
        story.done("poll", "{}").must(new Command.RetryStep(StepPath.of("poll"), "ann"));

        assertThat(input(story)).isEqualTo(new Json("{\"page\":2,\"after\":{}}"));
        assertThat(key(story)).endsWith("/poll#2");
        story.fails("poll", Story.business()).must(new Command.RetryStep(StepPath.of("poll"), "ann"));
        assertThat(key(story)).as("the same round once more").endsWith("/poll#2");
    }

    @Test
    @DisplayName("I7 a round that completes while the execution is undone is not repeated")
    void closing() {
        Story story = Story.of(Flow.of(poll(10).compensated()));
        story.start("poll");
        story.cancel().done("poll", "{}");

        assertThat(story.status("poll")).isEqualTo(StepStatus.COMPENSATING);
    }

    @Test
    @DisplayName("V5 a probe that finds a round done ends that round")
    void probed() {
        Story story = Story.of(Flow.of(poll(10).probed()));
        story.fallsSilent("poll").done("poll", "{\"state\":\"done\",\"output\":{\"done\":false}}");

        assertThat(story.news()).endsWith("RoundEnded(poll)", "StepWaiting(poll ROUND)");
        assertThat(story.step("poll").inDoubt()).isFalse();
        story.due("poll").done("poll", "{\"done\":true}");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("O2 a round that was due during a pause begins after the resume")
    void held() {
        Story story = Story.of(Flow.of(poll(10)));
        story.done("poll", "{}").must(new Command.Pause("ann", "lunch")).later(Duration.ofHours(1));
        assertThat(story.refused(new Command.WakeStep(StepPath.of("poll")))).isEqualTo(Refusal.NOT_DUE);

        story.must(new Command.Resume("ann", "back")).due("poll").done("poll", "{\"done\":true}");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 each item of a list has rounds of its own")
    void withItems() {
        Story story = Story.of(Flow.of(poll(10).forEach("\"${ input }\"", 2, Tolerate.NONE)), "[1,2]");
        story.done("poll[0]", "{}")
                .done("poll[1]", "{\"done\":true}")
                .due("poll[0]")
                .done("poll[0]", "{\"done\":1}");

        assertThat(story.state().output()).isEqualTo(new Json("{\"poll\":[{\"done\":1},{\"done\":true}]}"));
    }

    @Test
    @DisplayName("S12 a result that does not match the schema is a failure")
    void invalidResult() {
        Story story = Story.of(Flow.of(step("a").schema("{\"type\":\"number\"}").compensated()));
        story.done("a", "\"text\"");

        Failure failure = Objects.requireNonNull(story.state().failure());
        assertThat(failure.code()).isEqualTo("OUTPUT_INVALID");
        assertThat(failure.message()).contains("output").contains("number");
        assertThat(story.status("a")).as("it may have been done").isEqualTo(StepStatus.COMPENSATING);
        Story good = Story.of(Flow.of(step("a").schema("{\"type\":\"number\"}")));
        good.done("a", "5");
        assertThat(good.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }
}
