package dev.reeve.internal.core.recovery;

import dev.reeve.CallTimes;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.internal.model.definition.ActionCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one step for one purpose, as far as later decisions depend on them.
 *
 * @param input the input, computed when the step became ready for this purpose, or given by an operator since; null
 *     for the default
 * @param limitKey the key that groups the attempts counted by the limit, computed with the input; null if the limit
 *     has no key
 * @param times the durations that were computed with the input; null if all are literals
 * @param name the name of the action, or of the workflow, that was computed with the input; null if it is a literal
 * @param edition how often a round of {@code repeat} has ended, or an operator has replaced the input after an
 *     attempt; each edition has its own idempotency key
 * @param attempts the number of attempts started; attempt numbers only rise, over all rounds and all retries by
 *     operators (I6)
 * @param earlier the number of attempts before the current edition; their reports say nothing about it
 * @param failed the number of attempts in this round that count against {@code retry.maxAttempts}
 * @param lost the number of agents lost since the last reset of the retry budgets
 * @param throttled the number of throttled attempts in this round
 * @param round the number of pauses since the last reset of the retry budgets
 * @param inDoubt whether any attempt ended without a result and may have had its effect all the same
 * @param failure how the last attempt ended; null if none has failed
 * @param checkpoint the last checkpoint; null if there is none
 * @param since when the first attempt since the last reset of the retry budgets was given out, on a clock that stands
 *     still while the execution is paused; null if there was none
 * @param givenUp the given-up attempts whose late report has not been kept yet, oldest first; only the last
 *     {@link #GIVEN_UP_MAX}
 */
public record Series(
        @Nullable Json input,
        @Nullable String limitKey,
        @Nullable CallTimes times,
        @Nullable String name,
        int edition,
        int attempts,
        int earlier,
        int failed,
        int lost,
        int throttled,
        int round,
        boolean inDoubt,
        @Nullable Failure failure,
        @Nullable Json checkpoint,
        @Nullable Instant since,
        List<Integer> givenUp) {

    /** The maximum number of given-up attempts whose late reports are still accepted as evidence. */
    static final int GIVEN_UP_MAX = 16;

    public static Series ready(@Nullable Json input, @Nullable String limitKey) {
        return ready(input, limitKey, null, null);
    }

    public static Series ready(
            @Nullable Json input, @Nullable String limitKey, @Nullable CallTimes times, @Nullable String name) {
        return new Series(input, limitKey, times, name, 0, 0, 0, 0, 0, 0, 0, false, null, null, null, List.of());
    }

    /** The timeout of an attempt: the one that was computed, or that of the call. */
    public Duration completeBy(ActionCall call) {
        return times == null || times.completeBy() == null ? call.completeBy() : times.completeBy();
    }

    /** @param at on the clock of {@link #since} */
    public Series started(int attempt, Instant at) {
        return with(attempt, checkpoint, since == null ? at : since, givenUp);
    }

    public Series recorded(Json newCheckpoint) {
        return with(attempts, newCheckpoint, since, givenUp);
    }

    /** A copy after a failed attempt, which is charged to the budget of its cause. */
    public Series ended(int attempt, Failure how) {
        return switch (how.cause()) {
            case TRANSIENT, BUSINESS -> ended(how, 1, 0, 0, givenUp);
            case THROTTLED -> ended(how, 0, 0, 1, givenUp);
            case SILENT -> ended(how, 1, 0, 0, givenUpAnd(attempt));
            case LOST, POISON -> ended(how, 0, 1, 0, givenUpAnd(attempt));
        };
    }

    private Series ended(Failure how, int moreFailed, int moreLost, int moreThrottled, List<Integer> nowGivenUp) {
        return new Series(
                input,
                limitKey,
                times,
                name,
                edition,
                attempts,
                earlier,
                failed + moreFailed,
                lost + moreLost,
                throttled + moreThrottled,
                round,
                inDoubt || Doubt.leavesDoubt(how),
                how,
                checkpoint,
                since,
                nowGivenUp);
    }

    /**
     * A copy after no agent took the step in time. There was no attempt, so no budget is charged and no new doubt
     * arises.
     */
    public Series notStarted(Failure how) {
        return ended(how, 0, 0, 0, givenUp);
    }

    /** A copy for a further round of attempts. Lost agents and the time are counted over all rounds. */
    public Series paused() {
        return new Series(
                input,
                limitKey,
                times,
                name,
                edition,
                attempts,
                earlier,
                0,
                lost,
                0,
                round + 1,
                inDoubt,
                failure,
                checkpoint,
                since,
                givenUp);
    }

    /** A copy with a new input and fresh retry budgets. */
    public Series again(
            @Nullable Json newInput, @Nullable String newKey, @Nullable CallTimes newTimes, @Nullable String newName) {
        return new Series(
                newInput,
                newKey,
                newTimes,
                newName,
                edition,
                attempts,
                earlier,
                0,
                0,
                0,
                0,
                inDoubt,
                failure,
                checkpoint,
                null,
                givenUp);
    }

    /**
     * A copy for the next round of {@code repeat}. Its new edition keeps the service from taking it for the same
     * request.
     */
    public Series nextRound() {
        return new Series(
                input,
                limitKey,
                times,
                name,
                edition + 1,
                attempts,
                attempts,
                0,
                0,
                0,
                0,
                false,
                null,
                null,
                null,
                givenUp);
    }

    /** A copy for a retry by an operator, with fresh retry budgets. */
    public Series refreshed() {
        return again(input, limitKey, times, name);
    }

    /** A copy for a retry by an operator with another input. The checkpoint of the old input does not apply to it. */
    public Series edited(Json newInput) {
        int next = attempts == 0 ? edition : edition + 1;
        return new Series(
                newInput, limitKey, times, name, next, attempts, attempts, 0, 0, 0, 0, false, failure, null, null,
                givenUp);
    }

    public Series lateReportKept(int attempt) {
        List<Integer> rest = new ArrayList<>(givenUp);
        rest.removeIf(givenUpAttempt -> givenUpAttempt == attempt);
        return with(attempts, checkpoint, since, List.copyOf(rest));
    }

    /** A copy with the same budgets. */
    private Series with(
            int nowAttempts, @Nullable Json nowCheckpoint, @Nullable Instant nowSince, List<Integer> nowGivenUp) {
        return new Series(
                input,
                limitKey,
                times,
                name,
                edition,
                nowAttempts,
                earlier,
                failed,
                lost,
                throttled,
                round,
                inDoubt,
                failure,
                nowCheckpoint,
                nowSince,
                nowGivenUp);
    }

    private List<Integer> givenUpAnd(int attempt) {
        if (givenUp.isEmpty()) {
            return List.of(attempt);
        }
        List<Integer> more = new ArrayList<>(givenUp);
        more.add(attempt);
        return List.copyOf(more.size() <= GIVEN_UP_MAX ? more : more.subList(1, more.size()));
    }
}
