package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.state.Plan;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S8: an execution can be stored now and begin later")
final class DelayTest {

    private static final Duration DELAY = Duration.ofDays(3);

    private static Story later(@Nullable Duration completeBy) {
        return Story.later(Flow.of(Flow.step("a"), Flow.step("b").after("a")).plan(), "{}", DELAY, completeBy, 1);
    }

    @Test
    void nothingBeginsBeforeItsTime() {
        Story story = later(null);
        assertThat(story.news()).containsExactly("ExecutionStarted", "ExecutionDelayed");
        assertThat(story.state().dueAt()).isEqualTo(Story.START.plus(DELAY));
        assertThat(story.state().open()).isEmpty();
        assertThat(Explainer.explain(story.state(), Map.of()).summary())
                .isEqualTo("It begins at 2026-02-03T12:00:00Z.");
        story.later(DELAY.minusNanos(1_000));
        assertThat(story.refused(new Command.WakeExecution())).isEqualTo(Refusal.NOT_DUE);

        story.later(Duration.ofNanos(1_000)).must(new Command.WakeExecution());

        assertThat(story.news()).containsExactly("ExecutionBegun", "StepReady(a)");
        story.done("a").done("b");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("A delay in the past is no delay")
    void aPastTimeIsNow() {
        Plan plan = Flow.of(Flow.step("a")).plan();
        assertThat(Story.later(plan, "{}", Duration.ZERO, null, 1).news())
                .containsExactly("ExecutionStarted", "StepReady(a)");
    }

    @Test
    @DisplayName("The complete-by of an execution counts from its begin (I13)")
    void completeByCountsFromTheBeginning() {
        Story story = later(Duration.ofHours(2));
        assertThat(story.state().dueAt()).isEqualTo(Story.START.plus(DELAY));
        story.later(DELAY).must(new Command.WakeExecution());
        assertThat(story.state().dueAt()).isEqualTo(Story.START.plus(DELAY).plus(Duration.ofHours(2)));
        story.later(Duration.ofHours(2)).must(new Command.WakeExecution());
        assertThat(story.state().isUndoing()).isTrue();
    }

    @Test
    void itCanBeCancelledBeforeItBegins() {
        Story story = later(null).cancel();
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(story.state().dueAt()).isNull();
    }

    @Test
    @DisplayName("A paused execution does not begin; after a resume it begins when due, or at once")
    void aHeldExecutionDoesNotBegin() {
        Story story = later(null).must(new Command.Pause("ann", "not yet"));
        assertThat(story.state().dueAt()).isNull();
        story.later(DELAY);
        assertThat(story.refused(new Command.WakeExecution())).isEqualTo(Refusal.NOT_DUE);

        story.must(new Command.Resume("ann", "now")).must(new Command.WakeExecution());

        assertThat(story.status("a")).isEqualTo(StepStatus.READY);
    }

    @Test
    @DisplayName("S7: a signal that arrives before the execution begins is kept")
    void aSignalIsKept() {
        Plan plan = Flow.of(Flow.step("a").awaits("go")).plan();
        Story story = Story.later(plan, "{}", DELAY, null, 1).signal("go", "7");
        story.later(DELAY).must(new Command.WakeExecution());
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }
}
