package dev.reeve.internal.core.state;

import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The times after which a queued step no longer waits for an agent. The length of a pause does not count. */
public final class QueueTimes {

    private QueueTimes() {}

    /**
     * When {@code Command.WakeStep} is due for a queued step: its start-by, or the end of the time for its retries.
     * Null if it may wait without a timeout, is not queued, or while the execution is paused.
     */
    public static @Nullable Instant until(ExecutionState state, StepPath path) {
        PlanNode node = state.node(path);
        return node == null ? null : first(state, node);
    }

    /** The earlier one of the two times; null if the step is not queued, may wait for any time, or is paused. */
    static @Nullable Instant first(ExecutionState state, PlanNode node) {
        if (state.paused() != null || !(state.at(node).open() instanceof Open.Ready)) {
            return null;
        }
        Instant startBy = startBy(state, node);
        Instant givenUp = giveUpAt(state, node);
        return startBy == null || (givenUp != null && givenUp.isBefore(startBy)) ? givenUp : startBy;
    }

    private static @Nullable Instant startBy(ExecutionState state, PlanNode node) {
        StepState step = state.at(node);
        Duration allowed = step.purpose() == Purpose.FORWARD ? step.startBy(node) : null;
        if (allowed == null || !(step.open() instanceof Open.Ready ready)) {
            return null;
        }
        Instant resumedAt = state.held.resumedAt();
        return Times.plus(resumedAt != null && resumedAt.isAfter(ready.since()) ? resumedAt : ready.since(), allowed);
    }

    /**
     * When the time of {@code retry.giveUpAfter} has passed for what the step is busy with, if no further pause comes.
     * Null if its retries have no such time, no attempt was given out since the last reset of the retry budgets, or the
     * execution is paused, because the end of the pause is not known.
     */
    public static @Nullable Instant giveUpAt(ExecutionState state, PlanNode node) {
        StepState step = state.at(node);
        Series series = step.series(step.purpose());
        return series == null ? null : giveUpAt(state, node, step.purpose(), series);
    }

    /** As {@link #giveUpAt(ExecutionState, PlanNode)}, for a series of attempts. */
    public static @Nullable Instant giveUpAt(ExecutionState state, PlanNode node, Purpose purpose, Series series) {
        Instant since = series.since();
        Duration allowed = since == null || state.paused() != null || !node.calls(purpose)
                ? null
                : node.policy(purpose).retry().giveUpAfter();
        return since == null || allowed == null ? null : state.held.withPauses(Times.plus(since, allowed));
    }
}
