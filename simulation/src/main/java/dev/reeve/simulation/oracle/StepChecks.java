package dev.reeve.simulation.oracle;

import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import org.jspecify.annotations.Nullable;

/** The conditions under which an attempt, or a person, may say something about a step. */
record StepChecks(OracleState situation, Breaches breaches) {

    private void check(boolean holds, String rule, String problem, @Nullable Object... details) {
        if (!holds) {
            breaches.add(rule, problem, details);
        }
    }

    /** The event is of the open attempt. */
    void open(Account account, JournalEvent entry, Purpose purpose) {
        check(
                account.busy == Busy.RUNNING
                        && account.purpose == purpose
                        && account.tries(purpose).attempts == entry.number("attempt"),
                "I5",
                "it is not the open attempt: %s",
                entry);
    }

    /** The attempt's time is not over. */
    void inTime(Account account, JournalEvent entry) {
        check(
                account.isTransactional || !situation.at.isAfter(account.until),
                "I8",
                "it counts at %s although complete-by was %s: %s",
                situation.at,
                account.until,
                entry);
    }

    /** The step needs a person, and a person decided. */
    void escalated(Account account, JournalEvent entry, Purpose purpose) {
        check(
                account.escalated
                        && account.purpose == purpose
                        && !entry.text("by").isEmpty(),
                "I4",
                "the step does not need a person for this: %s",
                entry);
        check(
                purpose == Purpose.COMPENSATION || situation.goesForward(),
                "I7",
                "nothing is done while the execution is undone: %s",
                entry);
    }
}
