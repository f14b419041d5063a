package dev.reeve.agent.resilience;

import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of one action. Thread-safe. */
final class CallTally {

    private final LongAdder attempts = new LongAdder();
    private final LongAdder repeated = new LongAdder();
    private final LongAdder saved = new LongAdder();

    /** @param number the number of the call within its attempt, from 1 */
    void begun(int number) {
        (number == 1 ? attempts : repeated).increment();
    }

    /** @param number the number of the successful call within its attempt, from 1 */
    void wentWell(int number) {
        if (number > 1) {
            saved.increment();
        }
    }

    RetryCounts counts() {
        return new RetryCounts(attempts.sum(), repeated.sum(), saved.sum());
    }
}
