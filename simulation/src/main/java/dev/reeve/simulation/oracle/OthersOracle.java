package dev.reeve.simulation.oracle;

import dev.reeve.simulation.oracle.Account.Outcome;
import dev.reeve.simulation.oracle.Account.Undo;
import dev.reeve.workflow.Others;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The documented rules for {@code others}: which steps are not needed any more once a step has enough of its
 * predecessors, how they end, and in which order they are undone while the execution goes on.
 */
final class OthersOracle {

    private final OracleState situation;

    OthersOracle(OracleState situation) {
        this.situation = situation;
    }

    /** The event that ends the others of a step whose turn has come; null if there is none to end. */
    @Nullable RequiredEvent ending(Account joined) {
        Set<String> expected = joined.parent == null && !joined.entered ? others(joined) : Set.of();
        return expected.isEmpty()
                ? null
                : new RequiredEvent(
                        "to end the others " + expected,
                        next -> next.is("OthersEnded")
                                && new TreeSet<>(names(next)).equals(expected)
                                && next.flag("undone") == isUndone(joined));
    }

    private static boolean isUndone(Account joined) {
        return joined.step.join().others() == Others.UNDO;
    }

    private static List<String> names(JournalEvent entry) {
        List<String> names = new ArrayList<>();
        for (Object name : (List<?>) Objects.requireNonNull(entry.value("others"))) {
            names.add(String.valueOf(name));
        }
        return names;
    }

    /** Marks the others, and requires that those without work under way are closed. */
    void ended(Account joined, JournalEvent entry, Rules rules) {
        for (String name : names(entry)) {
            situation.account(name).ended = joined.step.join().others();
        }
        for (String name : names(entry)) {
            Account other = situation.account(name);
            if (!other.hasBegun()) {
                other.due = rules.notNeeded();
            } else if (other.items == null) {
                other.due = rules.closing(other);
            } else if (other.outcome == null && !other.escalated) {
                other.items.stream().filter(item -> item.entered).forEach(item -> item.due = rules.closing(item));
            } else {
                other.due = rules.closing(other);
            }
        }
    }

    /** The names of the steps that the event has to name. */
    private Set<String> others(Account joined) {
        Set<String> others = new TreeSet<>();
        if (joined.step.join().others() == Others.LEAVE) {
            return others;
        }
        Collection<Account> all = situation.accounts();
        Map<Account, Boolean> known = new HashMap<>();
        for (Account account : all) {
            boolean isMarked = account.ended == Others.UNDO
                    || account.ended == joined.step.join().others();
            if (!isMarked && leadsOnlyTo(account, joined, known)) {
                if (!account.isSettled() || (isUndone(joined) && !isGot(account, joined, known))) {
                    others.add(account.path());
                }
            }
        }
        return others.stream().map(situation::account).anyMatch(OthersOracle::matters) ? others : Set.of();
    }

    /** Whether the step is open, or something was done that could be undone. */
    private static boolean matters(Account account) {
        boolean isDone = account.items != null
                ? account.items.stream().anyMatch(OthersOracle::isEffective)
                : isEffective(account);
        return !account.isSettled() || isDone;
    }

    private static boolean isEffective(Account account) {
        return account.outcome == Outcome.DONE || account.doubt || account.rounds > 0;
    }

    /** Whether each path from the step leads to the joined one. */
    private boolean leadsOnlyTo(Account account, Account joined, Map<Account, Boolean> known) {
        Boolean before = known.get(account);
        if (before != null) {
            return before;
        }
        boolean leads = false;
        boolean only = account != joined && account.isFinally == joined.isFinally;
        for (Account next : situation.accounts()) {
            if (only && next.after.contains(account)) {
                leads = true;
                only = next == joined || leadsOnlyTo(next, joined, known);
            }
        }
        known.put(account, leads && only);
        return leads && only;
    }

    /** Whether the joined step got this one: it counted it, or counted one that it led to. */
    private boolean isGot(Account account, Account joined, Map<Account, Boolean> known) {
        if (!account.isSettled()) {
            return false;
        }
        for (Account next : situation.accounts()) {
            boolean leads = next.after.contains(account)
                    && (next == joined
                            ? Beginnings.hasReached(account, joined)
                            : leadsOnlyTo(next, joined, known) && isGot(next, joined, known));
            if (leads) {
                return true;
            }
        }
        return false;
    }

    /** A list that is not needed any more is settled once the items that have begun are; null while one is open. */
    static boolean isListOver(Account list) {
        return Objects.requireNonNull(list.items).stream().allMatch(item -> !item.entered || item.isSettled());
    }

    /** Whether a step or an item is undone while the execution goes on, or before it completes early. */
    boolean isUndoneEarly(Account account) {
        return situation.undoneFor == null && account.whole().ended == Others.UNDO && account.whole().outcome != null;
    }

    /** Whether a step or an item could be undone now, although the execution goes on, and is not. */
    boolean mayBeUndone(Account account) {
        return isUndoneEarly(account)
                && account.items == null
                && mustBeUndone(account)
                && account.undo == Undo.NOT_BEGUN
                && hasItsTurn(account);
    }

    /** Whether something of the step still has to be undone before the execution may end. */
    boolean isLeft(Account account) {
        if (account.items != null) {
            return account.items.stream().anyMatch(this::isLeft);
        }
        return isUndoneEarly(account) && mustBeUndone(account) && !account.isThrough();
    }

    boolean isAnyLeft() {
        return situation.main().stream().anyMatch(this::isLeft);
    }

    boolean isAnyUndone() {
        return situation.main().stream().anyMatch(account -> account.ended == Others.UNDO);
    }

    /** A pivot that is done stays done. */
    boolean mustBeUndone(Account account) {
        boolean isFinal = account.step.pivot() && account.whole().outcome == Outcome.DONE;
        return !isFinal && (account.canBeUndone() || account.undoesItems()) && account.mustBeUndone();
    }

    /** As for an execution that is undone as a whole, but among the others alone. */
    boolean hasItsTurn(Account account) {
        Account whole = account.whole();
        for (Account later : whole.descendants) {
            if (later.ended == Others.UNDO && (later.outcome == null || isLeft(later))) {
                return false;
            }
        }
        Account parent = account.parent;
        if (parent == null) {
            return true;
        }
        List<Account> all = Objects.requireNonNull(parent.items);
        List<Account> later = all.subList(account.item + 1, all.size());
        return later.stream().allMatch(each -> !mustBeUndone(each) || each.undo != Undo.NOT_BEGUN)
                && later.stream().filter(this::isLeft).count() < parent.concurrency();
    }
}
