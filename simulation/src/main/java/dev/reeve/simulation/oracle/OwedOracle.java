package dev.reeve.simulation.oracle;

import dev.reeve.internal.model.definition.Task;
import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.Account.Undo;
import dev.reeve.simulation.oracle.OracleState.Phase;
import org.jspecify.annotations.Nullable;

/** Checks that every event that a row of the journal has to contain is in it. */
record OwedOracle(OracleState situation, Rules rules, OthersOracle others, Breaches breaches) {

    private void check(boolean holds, String rule, String problem, @Nullable Object... details) {
        if (!holds) {
            breaches.add(rule, problem, details);
        }
    }

    void check() {
        RequiredEvent due = situation.due;
        check(due == null, "I4", "the row ends before what has to follow: %s", due == null ? "" : due.what());
        for (Account account : situation.all()) {
            RequiredEvent owed = account.due;
            if (owed != null) {
                breaches.add("I11", "the row ends before what has to follow for %s: %s", account.path(), owed.what());
            }
        }
        if (situation.phase == Phase.ENDED || situation.delayedUntil != null || breaches.isAny()) {
            return;
        }
        switch (situation.phase) {
            case FORWARD, FINALLY -> {
                for (Account account : situation.running()) {
                    check(
                            !Beginnings.mayBegin(account) && !Beginnings.mustBeLeftOut(account),
                            "I11",
                            "step %s could begin, and has not",
                            account.path());
                    checkGoesOn(account);
                }
                checkOthers();
                check(
                        others.isAnyLeft() || !situation.running().stream().allMatch(Account::isSettled),
                        "I11",
                        "all is settled, and the execution does not end");
            }
            case CLOSING ->
                check(
                        !situation.allMain().stream().allMatch(Account::isClosed),
                        "I11",
                        "nothing is being done any more, and undoing does not begin");
            case UNDOING -> {
                checkOthers();
                for (Account account : situation.allMain()) {
                    check(
                            account.items != null
                                    || situation.endedBy != null
                                    || !account.mustBeUndone()
                                    || account.undo != Undo.NOT_BEGUN
                                    || !account.hasItsTurn(),
                            "I11",
                            "step %s could be undone, and is not",
                            account.path());
                }
                check(
                        situation.endedBy != null
                                ? others.isAnyLeft()
                                : situation.main().stream().anyMatch(a -> a.mustBeUndone() && !a.isThrough()),
                        "I11",
                        "all is undone, and the execution does not end");
            }
            case NEW, ENDED -> {}
        }
        check(
                situation.isEscalated()
                        || situation.paused
                        || situation.all().stream().anyMatch(a -> a.busy != Busy.NO),
                "I11",
                "nobody and nothing will move the execution on");
    }

    private void checkOthers() {
        for (Account account : situation.allMain()) {
            check(
                    !others.mayBeUndone(account),
                    "I11",
                    "step %s is not needed and could be undone, and is not",
                    account.path());
        }
    }

    /** No item waits that could begin, and no step waits for a signal that has arrived. */
    private void checkGoesOn(Account account) {
        if (account.items != null && account.outcome == null && !account.escalated) {
            check(
                    Beginnings.nextItem(account) == null,
                    "I11",
                    "an item of %s could begin, and has not",
                    account.path());
            check(
                    account.isUnneeded()
                            ? !OthersOracle.isListOver(account)
                            : !account.items.stream().allMatch(Account::isSettled),
                    "I11",
                    "all items of %s are settled, and it is not",
                    account.path());
        }
        String updateOn = account.step.task().updateOn();
        if (account.busy == Busy.WAITING && updateOn != null) {
            check(
                    rules.beginnings.first(updateOn).isEmpty(),
                    "I11",
                    "step %s waits, and the signal that moves its time is there",
                    account.path());
        }
        if (account.busy == Busy.WAITING && account.step.task() instanceof Task.Await await) {
            check(
                    await.signals().stream()
                            .allMatch(name -> rules.beginnings.first(name).isEmpty()),
                    "I11",
                    "step %s waits for a signal that is there",
                    account.path());
        }
    }
}
