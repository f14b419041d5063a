package dev.reeve.core;

import dev.reeve.model.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one step for one purpose, as far as later decisions hang on them.
 *
 * @param input computed when the step became ready for this purpose, or given by an operator since; null for the default
 * @param limitKey with which calls the attempts are counted, computed with the input; null if its limit has no key
 * @param edition how often a round of {@code repeat} has ended, or an operator has given another input after attempts had been
 *     made: what follows has an idempotency key of its own
 * @param attempts how many have been started: attempt numbers only rise, over all rounds and all retries by operators (I6)
 * @param earlier how many of them were made before the present edition, so that what they report says nothing about it
 * @param failed how many have used up {@code retry.maxAttempts} in this round
 * @param lost how many agents have been lost since the budgets were fresh
 * @param throttled how often the service asked to be left alone in this round
 * @param round how many pauses there have been since the budgets were fresh
 * @param inDoubt whether any of them came to nothing and may have had its effect all the same
 * @param failure how the last attempt ended; null if none has failed
 * @param checkpoint the last one recorded; null if there is none
 * @param givenUp the attempts that were given up and whose late report has not been kept yet, oldest first; only the last
 *     {@link #GIVEN_UP_MAX}
 */
record Series(
        @Nullable Json input,
        @Nullable String limitKey,
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
        List<Integer> givenUp) {

    /** How many given-up attempts are remembered for the evidence of late reports. */
    static final int GIVEN_UP_MAX = 16;

    static Series ready(@Nullable Json input, @Nullable String limitKey) {
        return new Series(input, limitKey, 0, 0, 0, 0, 0, 0, 0, false, null, null, List.of());
    }

    Series started(int attempt) {
        return with(attempt, checkpoint, givenUp);
    }

    Series recorded(Json newCheckpoint) {
        return with(attempts, newCheckpoint, givenUp);
    }

    /** The attempt has failed: it is charged to the budget that belongs to the cause. */
    Series ended(int attempt, Failure how) {
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
                edition,
                attempts,
                earlier,
                failed + moreFailed,
                lost + moreLost,
                throttled + moreThrottled,
                round,
                inDoubt || how.leavesDoubt(),
                how,
                checkpoint,
                nowGivenUp);
    }

    /** No agent took it in time. No attempt was made, so no budget is charged, and nothing is in doubt that was not before. */
    Series notStarted(Failure how) {
        return ended(how, 0, 0, 0, givenUp);
    }

    /** A further round of attempts: losing agents is counted over all rounds. */
    Series paused() {
        return new Series(
                input,
                limitKey,
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
                givenUp);
    }

    /** The same purpose again from the start, with a new input, as far as budgets are concerned. */
    Series again(@Nullable Json newInput, @Nullable String newKey) {
        return new Series(
                newInput, newKey, edition, attempts, earlier, 0, 0, 0, 0, inDoubt, failure, checkpoint, givenUp);
    }

    /** What the step is done for again: the service must not take it for the same request. */
    Series nextRound() {
        return new Series(input, limitKey, edition + 1, attempts, attempts, 0, 0, 0, 0, false, null, null, givenUp);
    }

    /** An operator wants another try. */
    Series refreshed() {
        return again(input, limitKey);
    }

    /** An operator wants another try with another input; how far the old one had come says nothing about it. */
    Series edited(Json newInput) {
        int next = attempts == 0 ? edition : edition + 1;
        return new Series(newInput, limitKey, next, attempts, attempts, 0, 0, 0, 0, false, failure, null, givenUp);
    }

    Series lateReportKept(int attempt) {
        List<Integer> rest = new ArrayList<>(givenUp);
        rest.removeIf(givenUpAttempt -> givenUpAttempt == attempt);
        return with(attempts, checkpoint, List.copyOf(rest));
    }

    /** No budget is touched. */
    private Series with(int nowAttempts, @Nullable Json nowCheckpoint, List<Integer> nowGivenUp) {
        return new Series(
                input,
                limitKey,
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
