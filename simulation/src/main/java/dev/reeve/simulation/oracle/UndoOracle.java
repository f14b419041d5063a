package dev.reeve.simulation.oracle;

import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.Account.Undo;
import dev.reeve.simulation.oracle.JournalEvent.Failure;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Checks how steps are undone. The rounds of a step with child executions are undone one by one, from the last to the
 * first.
 */
record UndoOracle(OracleState situation, Rules rules, StepChecks checks, Breaches breaches) {

    private static final String GONE = "CHILD_GONE";

    private void check(boolean holds, String rule, String problem, @Nullable Object... details) {
        if (!holds) {
            breaches.add(rule, problem, details);
        }
    }

    /** A round is undone. The one before it is next, even if a person has undone this one. */
    void roundUndone(Account account, JournalEvent entry) {
        check(account.undoesRounds(), "I4", "the step has no rounds that are undone one by one: %s", entry);
        check(account.undo == Undo.BEGUN, "I10", "the step was not being undone: %s", entry);
        if (account.byHand) {
            checks.escalated(account, entry, Purpose.COMPENSATION);
            account.escalated = false;
            account.byHand = false;
            account.idle();
            account.due = rules.beginnings.ready(account, Purpose.COMPENSATION);
            return;
        }
        if (entry.has("by")) {
            checks.escalated(account, entry, Purpose.COMPENSATION);
            check(!isGone(account), "C3", "no round before it can be found: %s", entry);
        } else {
            checks.open(account, entry, Purpose.COMPENSATION);
        }
        account.tries(Purpose.COMPENSATION).fresh();
        account.tries(Purpose.COMPENSATION).last = null;
        account.idle();
        account.roundUndone = true;
        account.queue(Purpose.COMPENSATION, situation.at);
    }

    private static boolean isGone(Account account) {
        Failure last = account.tries(Purpose.COMPENSATION).last;
        return last != null && last.code().equals(GONE);
    }

    void roundFound(Account account, JournalEvent entry) {
        check(account.roundUndone && account.busy == Busy.READY, "I4", "no round has just been undone: %s", entry);
        check(
                account.roundsTaken || entry.text("child").equals(account.roundBefore()),
                "C3",
                "%s did the round before it: %s",
                account.roundBefore(),
                entry);
        account.child = entry.text("child");
        account.roundUndone = false;
    }

    void compensated(Account account, JournalEvent entry) {
        if (account.undoesRounds()) {
            checkRounds(account, entry);
        } else if (entry.has("by")) {
            checks.escalated(account, entry, Purpose.COMPENSATION);
        } else {
            checks.open(account, entry, Purpose.COMPENSATION);
            checks.inTime(account, entry);
        }
        check(account.undo == Undo.BEGUN, "I10", "the step was not being undone: %s", entry);
        account.escalated = false;
        account.roundUndone = false;
        account.idle();
        account.undo = Undo.UNDONE;
    }

    /** All rounds are undone. A person who undid a step whose rounds cannot be found has undone all of them. */
    private void checkRounds(Account account, JournalEvent entry) {
        if (entry.has("by")) {
            checks.escalated(account, entry, Purpose.COMPENSATION);
            check(isGone(account), "C3", "the rounds before it are not undone: %s", entry);
        } else {
            check(
                    account.roundUndone && (account.roundsTaken || account.roundBefore() == null),
                    "C3",
                    "rounds are left to undo: %s",
                    entry);
        }
    }
}
