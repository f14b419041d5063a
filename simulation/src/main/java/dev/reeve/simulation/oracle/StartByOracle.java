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

    /** The step has waited for an agent for its maximum time. The time of a pause does not count. */
    void notStarted(Account account, JournalEvent entry) {
        Failure failure = entry.failure();
        Duration allowed = account.action == null ? null : account.startBy();
        Instant resumedAt = situation.resumedAt;
        Instant from = resumedAt != null && resumedAt.isAfter(account.queuedAt) ? resumedAt : account.queuedAt;
        check(
                account.busy == Busy.READY && account.purpose == Purpose.FORWARD,
                "I7",
                "the step does not wait for an agent: %s",
                entry);
        check(situation.goesForward() && !situation.paused, "I13", "no time acts on it now: %s", entry);
        check(
                allowed != null && !situation.at.isBefore(Clockwork.plus(from, allowed)),
                "I13",
                "it may wait for %s from %s on: %s",
                allowed,
                from,
                entry);
        check(
                failure.code().equals("START_BY_PASSED") && !failure.possiblyDone(),
                "I4",
                "not what is said of a step that nobody took: %s",
                entry);
        account.tries(Purpose.FORWARD).last = failure;
        account.idle();
        account.due = rules.afterAttempt(account, Purpose.FORWARD, failure);
    }
}
