package dev.reeve.simulation.oracle;

import dev.reeve.internal.model.definition.Task;
import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.OracleState.Signal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks how steps take signals. */
record SignalOracle(OracleState situation, Rules rules, Breaches breaches) {

    private void check(boolean holds, String rule, String problem, @Nullable Object... details) {
        if (!holds) {
            breaches.add(rule, problem, details);
        }
    }

    void taken(Account account, JournalEvent entry) {
        String name = entry.text("signal");
        boolean updates = name.equals(account.step.task().updateOn());
        check(
                updates
                        || (account.step.task() instanceof Task.Await await
                                && await.signals().contains(name)),
                "I4",
                "the step does not wait for such a signal: %s",
                entry);
        Optional<Signal> signal = rules.beginnings.first(name);
        check(signal.isPresent(), "I5", "there is no such signal, or it was taken: %s", entry);
        check(updates || !entry.has("unusable"), "I4", "only a signal that moves a time can give none: %s", entry);
        if (updates) {
            signal.ifPresent(taken -> timeMoved(account, entry, taken));
            return;
        }
        if (CollectedOracle.collects(account)) {
            signal.ifPresent(taken -> {
                situation.signals.remove(taken);
                account.collected.add(CollectedOracle.element(account, taken));
                account.due = account.busy == Busy.WAITING
                        ? new CollectedOracle(situation, rules::last).next(account)
                        : rules.beginnings.beginning(account);
            });
            return;
        }
        signal.ifPresent(taken -> {
            situation.signals.remove(taken);
            account.due = Beginnings.taken(account, taken);
        });
        account.begun = true;
        account.idle();
    }

    /** A signal moves the step's time, unless no time can be computed with it. */
    private void timeMoved(Account account, JournalEvent entry, Signal taken) {
        boolean moves = Clockwork.isTime(account, situation.viewOfSignal(account, taken.data()));
        check(
                moves != (entry.has("unusable") && entry.flag("unusable")),
                "S7",
                "a time can be computed with it: %s, and the history does not say so: %s",
                moves,
                entry);
        situation.signals.remove(taken);
        if (moves) {
            account.signal = taken.data();
            account.isSignalled = true;
            account.due = rules.beginnings.moved(account);
        } else if (account.busy != Busy.WAITING) {
            account.due = rules.beginnings.beginning(account);
        }
    }
}
