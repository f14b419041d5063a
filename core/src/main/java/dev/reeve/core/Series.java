package dev.reeve.core;

import dev.reeve.model.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one step for one purpose, as far as later decisions hang on them.
 *
 * @param input computed when the step became ready for this purpose; null for the default
 * @param attempts how many have been started: attempt numbers only rise, over all rounds and all retries by operators (I6)
 * @param failed how many have used up {@code retry.maxAttempts} in this round
 * @param lost how many agents have been lost since the budgets were fresh
 * @param throttled how often the service asked to be left alone in this round
 * @param round how many pauses there have been since the budgets were fresh
 * @param failure how the last attempt ended; null if none has failed
 * @param checkpoint the last one recorded; null if there is none
 * @param givenUp the attempts that were given up and whose late report has not been kept yet, oldest first; only the last
 *     {@link #GIVEN_UP_MAX}
 */
record Series(
        @Nullable Json input,
        int attempts,
        int failed,
        int lost,
        int throttled,
        int round,
        @Nullable Failure failure,
        @Nullable Json checkpoint,
        List<Integer> givenUp) {

    /** How many given-up attempts are remembered for the evidence of late reports. */
    static final int GIVEN_UP_MAX = 16;

    static Series ready(@Nullable Json input) {
        return new Series(input, 0, 0, 0, 0, 0, null, null, List.of());
    }

    Series started(int attempt) {
        return new Series(input, attempt, failed, lost, throttled, round, failure, checkpoint, givenUp);
    }

    Series recorded(Json newCheckpoint) {
        return new Series(input, attempts, failed, lost, throttled, round, failure, newCheckpoint, givenUp);
    }

    /** The attempt has failed: it is charged to the budget that belongs to the cause. */
    Series ended(int attempt, Failure how) {
        return switch (how.cause()) {
            case TRANSIENT, BUSINESS ->
                new Series(input, attempts, failed + 1, lost, throttled, round, how, checkpoint, givenUp);
            case THROTTLED -> new Series(input, attempts, failed, lost, throttled + 1, round, how, checkpoint, givenUp);
            case SILENT ->
                new Series(input, attempts, failed + 1, lost, throttled, round, how, checkpoint, givenUpAnd(attempt));
            case LOST, POISON ->
                new Series(input, attempts, failed, lost + 1, throttled, round, how, checkpoint, givenUpAnd(attempt));
        };
    }

    /** A further round of attempts: losing agents is counted over all rounds. */
    Series paused() {
        return new Series(input, attempts, 0, lost, 0, round + 1, failure, checkpoint, givenUp);
    }

    /** The same purpose again from the start, with a new input, as far as budgets are concerned. */
    Series again(@Nullable Json newInput) {
        return new Series(newInput, attempts, 0, 0, 0, 0, failure, checkpoint, givenUp);
    }

    /** An operator wants another try. */
    Series refreshed() {
        return again(input);
    }

    Series lateReportKept(int attempt) {
        List<Integer> rest = new ArrayList<>(givenUp);
        rest.removeIf(givenUpAttempt -> givenUpAttempt == attempt);
        return new Series(input, attempts, failed, lost, throttled, round, failure, checkpoint, List.copyOf(rest));
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
