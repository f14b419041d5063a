package dev.reeve.simulation.oracle;

import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.JournalEvent.Failure;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Checks that a step was given up because no agent took it in time. */
record StartByOracle(OracleState situation, Rules rules, Breaches breaches) {

    private void check(boolean holds, String rule, String problem, @Nullable Object... details) {
        if (!holds) {
            breaches.add(rule, problem, details);
        }
    }

    /** The step has waited for an agent for its maximum time, or the time for its retries is over. */
    void notStarted(Account account, JournalEvent entry) {
        Purpose purpose = entry.has("purpose") ? entry.purpose() : Purpose.FORWARD;
        Failure failure = entry.failure();
        check(
                account.busy == Busy.READY && account.purpose == purpose,
                "I7",
                "the step does not wait for an agent: %s",
                entry);
        check(
                !situation.paused && (purpose != Purpose.FORWARD || situation.goesForward()),
                "I13",
                "no time acts on it now: %s",
                entry);
        if (failure.code().equals("START_BY_PASSED")) {
            startByPassed(account, purpose, entry);
        } else {
            retriesOver(account, purpose, entry);
        }
        account.tries(purpose).last = failure;
        account.idle();
        account.leftQueue = true;
        account.due = rules.afterAttempt(account, purpose, failure);
    }

    /** The time of a pause does not count. */
    private void startByPassed(Account account, Purpose purpose, JournalEvent entry) {
        Duration allowed = account.action == null ? null : account.startBy();
        Instant resumedAt = situation.resumedAt;
        Instant from = resumedAt != null && resumedAt.isAfter(account.queuedAt) ? resumedAt : account.queuedAt;
        check(
                purpose == Purpose.FORWARD && allowed != null && !situation.at.isBefore(Clockwork.plus(from, allowed)),
                "I13",
                "it may wait for %s from %s on: %s",
                allowed,
                from,
                entry);
        check(!entry.failure().possiblyDone(), "I4", "not what is said of a step that nobody took: %s", entry);
    }

    private void retriesOver(Account account, Purpose purpose, JournalEvent entry) {
        Instant end = rules.endOfRetries(account, purpose);
        Failure last = account.tries(purpose).last;
        check(
                end != null && !situation.at.isBefore(end),
                "I13",
                "the time for its retries is not over, but at %s: %s",
                end,
                entry);
        check(
                last != null && entry.failure().isLike(last),
                "I4",
                "not the failure of its last attempt, %s: %s",
                last,
                entry);
    }
}
