package dev.reeve.simulation.oracle;

import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.Account.Outcome;
import dev.reeve.workflow.Others;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks what an execution takes over from the one that it does again, or undoes. */
record TakenOracle(OracleState situation, Breaches breaches) {

    private void check(boolean holds, String rule, String problem, @Nullable Object... details) {
        if (!holds) {
            breaches.add(rule, problem, details);
        }
    }

    /** Whether the event takes something over. */
    boolean accept(Account account, JournalEvent entry) {
        if (entry.is("StepTaken")) {
            taken(account, entry);
            return true;
        }
        if (!situation.undoes || situation.undoneFor != null) {
            return false;
        }
        if (entry.is("ItemsStarted")) {
            account.begin((List<?>) Objects.requireNonNull(entry.value("items")));
            return true; // each of them is taken over
        }
        if (entry.is("StepSkipped") && account.items != null) {
            account.settle(Outcome.WITHDRAWN);
            return true; // its execution was completed before all items were done
        }
        return false;
    }

    /** The step was settled in the execution that this one re-runs. Such events come first. */
    private void taken(Account account, JournalEvent entry) {
        check(situation.rerun || situation.undoes, "O2", "this execution does none again, and undoes none: %s", entry);
        check(
                situation.all().stream().allMatch(other -> other.busy == Busy.NO && !other.escalated),
                "O2",
                "taken over after something has begun: %s",
                entry);
        check(account.outcome == null && !account.begun, "I5", "the step has an outcome already: %s", entry);
        if (entry.has("output")) {
            check(!entry.flag("possiblyDone"), "I5", "what was done is not in doubt: %s", entry);
            account.done(entry.value("output"));
            situation.passPivot(account);
            if (entry.has("skipped")) { // done although it was not needed
                check(entry.text("skipped").equals("NOT_NEEDED"), "O2", "what was done was not skipped: %s", entry);
                account.ended = Others.CANCEL;
            }
        } else if (entry.has("skipped")) {
            String reason = entry.text("skipped");
            // Only what is undone may have been withdrawn: it was under way when its execution was completed early.
            check(situation.undoes || !reason.equals("WITHDRAWN"), "O2", "it was not settled: %s", entry);
            account.settle(
                    switch (reason) {
                        case "OPERATOR" -> Outcome.SKIPPED;
                        case "WITHDRAWN" -> Outcome.WITHDRAWN;
                        default -> Outcome.LEFT_OUT;
                    });
        } else {
            account.failedFor = entry.failure();
            account.settle(Outcome.CONTINUED);
        }
        account.doubt = entry.flag("possiblyDone");
        account.child = entry.has("child") ? entry.text("child") : null;
        account.roundsTaken = account.child != null;
        account.byHand = entry.has("byHand") && entry.flag("byHand");
        account.rounds = entry.has("rounds") ? entry.number("rounds") : 0;
        account.roundOutput = entry.has("roundOutput") ? entry.value("roundOutput") : null;
    }
}
