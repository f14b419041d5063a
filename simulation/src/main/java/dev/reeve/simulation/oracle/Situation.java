package dev.reeve.simulation.oracle;

import dev.reeve.model.ExpressionException;
import dev.reeve.model.ForEach;
import dev.reeve.model.JsonText;
import dev.reeve.model.Repeat;
import dev.reeve.model.Step;
import dev.reeve.model.Workflow;
import dev.reeve.simulation.oracle.Entry.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** What a history has told of the execution so far. */
final class Situation {

    enum Phase {
        NEW,
        FORWARD,
        CLOSING,
        UNDOING,
        FINALLY,
        ENDED
    }

    private final IntFunction<Workflow> versions;
    Workflow workflow;
    final String executionId;
    private final Map<String, Account> accounts = new LinkedHashMap<>();

    Phase phase = Phase.NEW;
    Instant at = Instant.MIN;
    int events;

    /** Whether silence can be told from the history's times. */
    boolean silenceIsShown = true;

    @Nullable Object input;

    @Nullable Object key;

    /** Null as long as it is not being undone. */
    @Nullable Failure undoneFor;

    @Nullable String cancelReason;

    /** Whether an operator had it undone although it could have gone on. */
    boolean undoRequested;

    /** Whether a person holds it. */
    boolean paused;

    /** When a person let it go on last. */
    @Nullable Instant resumedAt;

    /** Whether it does another execution again. */
    boolean rerun;

    /** Whether it was started for a step of another execution. */
    boolean isChild;

    /** Whether all that it does is to undo what another execution did. */
    boolean undoes;

    /** Steps that go on with the idempotency key that they had there. */
    Set<String> goOn = Set.of();

    /** In lower case, as {@code finally} sees it; null as long as it is not known. */
    @Nullable String outcome;

    @Nullable Object output;

    /** Whether the point of no return was reached: nothing is undone any more. */
    boolean pastPivot;

    /** Those that came and that no step has taken, in the order in which they came. */
    final List<Signal> signals = new ArrayList<>();

    /** Those of all signals that came. */
    final Set<String> signalIds = new HashSet<>();

    @Nullable Instant completeBy;

    /** Nothing is done before; null if it has begun. */
    @Nullable Instant delayedUntil;

    /** Since when its complete-by stands still; null while it does not. */
    @Nullable Instant stoppedSince;

    /** What has to be the next event of all. */
    @Nullable Due due;

    /** What somebody sent. */
    record Signal(String name, @Nullable Object data) {}

    /** @param versions gives the others of its workflow */
    Situation(Workflow workflow, IntFunction<Workflow> versions, String executionId) {
        this.workflow = workflow;
        this.versions = versions;
        this.executionId = executionId;
        open();
    }

    /** An account for each step. */
    private void open() {
        workflow.steps().forEach(step -> accounts.put(step.name(), new Account(step, false)));
        workflow.finallySteps().forEach(step -> accounts.put(step.name(), new Account(step, true)));
        for (Account account : accounts.values()) {
            account.step.predecessors().forEach(name -> account.after.add(account(name)));
        }
        accounts.values().forEach(account -> account.after.forEach(before -> addDescendant(before, account)));
    }

    /** The same, between two rows. */
    Situation copy() {
        Situation copy = new Situation(workflow, versions, executionId);
        accounts.forEach((name, account) -> copy.account(name).take(account));
        copy.phase = phase;
        copy.at = at;
        copy.events = events;
        copy.silenceIsShown = silenceIsShown;
        copy.input = input;
        copy.key = key;
        copy.undoneFor = undoneFor;
        copy.cancelReason = cancelReason;
        copy.outcome = outcome;
        copy.output = output;
        copy.completeBy = completeBy;
        copy.delayedUntil = delayedUntil;
        copy.undoRequested = undoRequested;
        copy.paused = paused;
        copy.resumedAt = resumedAt;
        copy.rerun = rerun;
        copy.isChild = isChild;
        copy.undoes = undoes;
        copy.goOn = goOn;
        copy.stoppedSince = stoppedSince;
        copy.pastPivot = pastPivot;
        copy.signals.addAll(signals);
        copy.signalIds.addAll(signalIds);
        return copy;
    }

    /** All that is remembered, times and reasons left out. */
    int memory() {
        int hash = Objects.hash(
                phase.name(),
                delayedUntil == null,
                undoneFor == null,
                cancelReason == null,
                outcome,
                signals,
                signalIds);
        for (Account account : accounts.values()) {
            hash = 31 * hash + account.memory();
        }
        return hash;
    }

    Workflow version(int number) {
        return versions.apply(number);
    }

    /** It goes on with another version: what has begun is as it was, and all else as if it had always been so. */
    void goOn(Workflow other) {
        Map<String, Account> before = new LinkedHashMap<>(accounts);
        workflow = other;
        accounts.clear();
        open();
        accounts.forEach((name, account) -> {
            Account was = before.get(name);
            if (was != null && was.hasBegun()) {
                account.take(was);
            }
        });
    }

    private static void addDescendant(Account before, Account later) {
        if (before.descendants.add(later)) {
            before.after.forEach(earlier -> addDescendant(earlier, later));
        }
    }

    /** Of a step, or of an item of one. */
    Account account(String path) {
        int bracket = path.indexOf('[');
        String name = bracket < 0 ? path : path.substring(0, bracket);
        Account account = Objects.requireNonNull(accounts.get(name), () -> "there is no step " + path);
        if (bracket < 0) {
            return account;
        }
        List<Account> items = Objects.requireNonNull(account.items, () -> "there are no items yet of " + path);
        return items.get(Integer.parseInt(path.substring(bracket + 1, path.length() - 1)));
    }

    Collection<Account> accounts() {
        return accounts.values();
    }

    /** All steps, each followed by its items. */
    List<Account> all() {
        List<Account> all = new ArrayList<>();
        for (Account account : accounts.values()) {
            all.add(account);
            all.addAll(account.items == null ? List.of() : account.items);
        }
        return all;
    }

    List<Account> main() {
        return accounts.values().stream().filter(account -> !account.isFinally).toList();
    }

    /** All steps that are not of finally, each followed by its items. */
    List<Account> allMain() {
        return all().stream().filter(account -> !account.isFinally).toList();
    }

    /** The steps of the graph that runs. */
    List<Account> running() {
        boolean isFinally = phase == Phase.FINALLY;
        return accounts.values().stream()
                .filter(account -> account.isFinally == isFinally)
                .toList();
    }

    boolean goesForward() {
        return phase == Phase.FORWARD || phase == Phase.FINALLY;
    }

    boolean isEscalated() {
        return all().stream().anyMatch(account -> account.escalated);
    }

    /**
     * A history that is longer has no room for another try: 10,000 events, or 100 for each step and 6 for each round if that is
     * more; and as much for each item.
     */
    boolean isHistoryFull() {
        int max = 0;
        int ofItems = 0;
        int perItem = 0;
        for (Account account : accounts.values()) {
            Repeat repeat = account.step.repeat();
            int rounds = repeat == null ? 0 : 6 * repeat.max();
            max += 100 + (account.hasItems() ? 0 : rounds);
            perItem = Math.max(perItem, account.hasItems() ? 100 + rounds : 0);
            ofItems += account.items == null ? 0 : account.items.size();
        }
        return events >= Math.max(10_000, max) + perItem * ofItems;
    }

    /** What is known where a step, or an item, is done; of one that is repeated, in the round that comes now. */
    View view(Account account) {
        View view = view(account.isFinally);
        if (account.step.repeat() != null) {
            view.names().put("round", account.rounds + 1);
            if (account.rounds > 0) {
                view.names().put("output", account.roundOutput);
            }
        }
        return withItem(view, account);
    }

    /** What is known when a round has been done. */
    View viewAfterRound(Account account, @Nullable Object gave) {
        View view = view(account);
        view.names().put("output", gave);
        return view;
    }

    /** What is known where a step, or an item, is undone: also what it gave, if it is one of many or was repeated. */
    View viewOfUndoing(Account account) {
        View view = withItem(view(false), account);
        boolean done = account.outcome == Account.Outcome.DONE;
        if (account.step.repeat() != null) {
            view.names().put("round", account.rounds + (done ? 1 : 0));
        }
        if (done && (account.parent != null || account.step.repeat() != null)) {
            view.names().put("output", account.output);
        } else if (account.rounds > 0) {
            view.names().put("output", account.roundOutput);
        }
        return view;
    }

    private static View withItem(View view, Account account) {
        ForEach forEach = account.step.forEach();
        if (forEach != null && account.parent != null) {
            view.names().put(forEach.as(), account.value);
            view.names().put("index", account.item);
        }
        return view;
    }

    View view(boolean isFinally) {
        Map<String, @Nullable Object> execution = new LinkedHashMap<>();
        execution.put("id", executionId);
        execution.put("workflow", workflow.name());
        execution.put("version", workflow.version());
        execution.put("key", key);
        return View.of(input, accounts.values(), execution, isFinally ? outcome : null);
    }

    /** While a step needs a person, or a person holds it, the execution's own complete-by stands still. */
    void stopOrResumeClock() {
        if (isEscalated() || paused) {
            stoppedSince = stoppedSince == null ? at : stoppedSince;
        } else if (stoppedSince != null) {
            if (completeBy != null && at.isAfter(stoppedSince)) {
                completeBy = completeBy.plus(Duration.between(stoppedSince, at));
            }
            stoppedSince = null;
        }
    }

    /**
     * What the workflow gives, once all steps are settled.
     *
     * @throws ExpressionException if it cannot be computed
     */
    @Nullable Object workflowOutput() {
        if (workflow.output() != null) {
            return JsonText.toValue(workflow.output().evaluate(view(false)));
        }
        Map<String, @Nullable Object> outputs = new LinkedHashMap<>();
        for (Step step : workflow.steps()) {
            Account account = account(step.name());
            if (account.outcome == Account.Outcome.DONE) {
                outputs.put(step.name(), account.output);
            }
        }
        return outputs;
    }

    /** How the execution has to end, once it is known that it can. */
    String rightOutcome() {
        if (undoneFor == null) {
            return "completed";
        }
        if (cancelReason != null) {
            return "cancelled";
        }
        return undoRequested || allMain().stream().anyMatch(Account::isThrough) ? "compensated" : "failed";
    }
}
