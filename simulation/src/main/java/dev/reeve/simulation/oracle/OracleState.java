package dev.reeve.simulation.oracle;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.simulation.oracle.JournalEvent.Failure;
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

/** The state of the execution, as the history shows it so far. */
final class OracleState {

    enum Phase {
        NEW,
        FORWARD,
        CLOSING,
        UNDOING,
        FINALLY,
        ENDED
    }

    private final IntFunction<Definition> versions;
    private final IntFunction<Definition> wholes;
    Definition workflow;
    final String executionId;
    private final Map<String, Account> accounts = new LinkedHashMap<>();

    Phase phase = Phase.NEW;
    Instant at = Instant.MIN;
    int events;

    /** Whether silence can be derived from the history's times. */
    boolean silenceIsShown = true;

    @Nullable Object input;

    @Nullable Object key;

    /** Null unless the execution is being undone. */
    @Nullable Failure undoneFor;

    /** The step whose failure is the reason of that; null if no step is. */
    @Nullable String failedStep;

    @Nullable String cancelReason;

    /** The step that completed the execution before the others were settled; null if none did. */
    @Nullable Account endedBy;

    /** Whether an operator requested compensation although the execution could have continued. */
    boolean undoRequested;

    /** Whether a person has paused the execution. */
    boolean paused;

    /** When it was paused, while it is. */
    Instant pausedAt = Instant.EPOCH;

    /** The length of all pauses that have ended. */
    Duration pausedFor = Duration.ZERO;

    /** When a person last resumed it. */
    @Nullable Instant resumedAt;

    /** Whether it is a re-run. */
    boolean rerun;

    /** Whether it is a child of another execution. */
    boolean isChild;

    /** Whether its only purpose is to undo another execution. */
    boolean undoes;

    /** Steps that keep the idempotency key that they had in the earlier execution. */
    Set<String> goOn = Set.of();

    /** In lower case, as {@code finally} sees it; null until it is known. */
    @Nullable String outcome;

    @Nullable Object output;

    /** Whether the point of no return was reached: nothing is undone any more. */
    boolean pastPivot;

    /** Signals that no step has taken, in the order of arrival. */
    final List<Signal> signals = new ArrayList<>();

    /** The ids of all signals that arrived. */
    final Set<String> signalIds = new HashSet<>();

    @Nullable Instant completeBy;

    /** Start time of a delayed execution; null if it has begun. */
    @Nullable Instant delayedUntil;

    /** When its complete-by clock was stopped; null while the clock runs. */
    @Nullable Instant stoppedSince;

    /** The required next event. */
    @Nullable RequiredEvent due;

    /** A signal that was sent. */
    record Signal(String name, @Nullable Object data) {}

    /**
     * @param versions gives the other versions of the workflow
     * @param wholes gives the definition that a version of the workflow belongs to, which differs for a group
     */
    OracleState(
            Definition workflow, IntFunction<Definition> versions, IntFunction<Definition> wholes, String executionId) {
        this.workflow = workflow;
        this.versions = versions;
        this.wholes = wholes;
        this.executionId = executionId;
        open();
    }

    /** Creates an account for each step. */
    private void open() {
        workflow.steps().forEach(step -> accounts.put(step.name(), new Account(step, false)));
        workflow.finallySteps().forEach(step -> accounts.put(step.name(), new Account(step, true)));
        for (Account account : accounts.values()) {
            account.step.predecessors().forEach(name -> account.after.add(account(name)));
        }
        accounts.values().forEach(account -> account.after.forEach(before -> addDescendant(before, account)));
    }

    /** A copy, taken between two rows. */
    OracleState copy() {
        OracleState copy = new OracleState(workflow, versions, wholes, executionId);
        accounts.forEach((name, account) -> copy.account(name).take(account));
        copy.phase = phase;
        copy.at = at;
        copy.events = events;
        copy.silenceIsShown = silenceIsShown;
        copy.input = input;
        copy.key = key;
        copy.undoneFor = undoneFor;
        copy.failedStep = failedStep;
        copy.cancelReason = cancelReason;
        copy.endedBy = endedBy == null ? null : copy.account(endedBy.path());
        copy.outcome = outcome;
        copy.output = output;
        copy.completeBy = completeBy;
        copy.delayedUntil = delayedUntil;
        copy.undoRequested = undoRequested;
        copy.paused = paused;
        copy.pausedAt = pausedAt;
        copy.pausedFor = pausedFor;
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

    /** A hash of the state, without times and reasons. */
    int memory() {
        int hash = Objects.hash(
                phase.name(),
                delayedUntil == null,
                undoneFor == null,
                cancelReason == null,
                endedBy == null,
                outcome,
                signals,
                signalIds);
        for (Account account : accounts.values()) {
            hash = 31 * hash + account.memory();
        }
        return hash;
    }

    /** Whether the definition, with all its groups, reads errors or decides by their codes. */
    boolean usesErrors() {
        return wholes.apply(workflow.version()).usesErrors();
    }

    Definition version(int number) {
        return versions.apply(number);
    }

    /** Moves to another version. Begun steps stay unchanged, and all others follow the new version. */
    void goOn(Definition other) {
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

    /** The account of a step, or of an item. */
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

    /** All steps outside of finally, each followed by its items. */
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

    /** The step is done. After a point of no return, nothing is undone. */
    void passPivot(Account account) {
        pastPivot |= account.step.pivot() && account.parent == null && goesForward();
    }

    boolean goesForward() {
        return phase == Phase.FORWARD || phase == Phase.FINALLY;
    }

    boolean isEscalated() {
        return all().stream().anyMatch(account -> account.escalated);
    }

    /**
     * Whether the history is too long for another try. The maximum is 10,000 events, or 100 for each step and 6 for
     * each round if that is more. Each item adds as much again.
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

    /** The scope of expressions for doing a step or an item; for a repeated one, in the current round. */
    View view(Account account) {
        View view = view(account.isFinally);
        if (account.step.repeat() != null) {
            view.names().put("round", account.rounds + 1);
            if (account.rounds > 0) {
                view.names().put("output", account.roundOutput);
                view.names().put("previous", account.roundOutput);
            }
        }
        if (account.isSignalled) {
            view.names().put("signal", account.signal);
        }
        return withItem(view, account);
    }

    /** The scope of expressions if a signal with this data moves the step's time. */
    View viewOfSignal(Account account, @Nullable Object data) {
        View view = view(account);
        view.names().put("signal", data);
        return view;
    }

    /** The scope of expressions after this round, which is counted already. */
    View viewAfterRound(Account account, @Nullable Object gave, int round) {
        View view = viewAfterRound(account, gave);
        view.names().put("round", round);
        return view;
    }

    /** The scope of expressions after a round. */
    View viewAfterRound(Account account, @Nullable Object gave) {
        View view = view(account);
        view.names().put("output", gave);
        return view;
    }

    /**
     * The scope of expressions for undoing a step or an item. For one of many, or a repeated one, it includes the
     * output.
     */
    View viewOfUndoing(Account account) {
        View view = withItem(view(false), account);
        boolean done = account.outcome == Account.Outcome.DONE;
        if (account.step.repeat() != null) {
            view.names().put("round", account.rounds + (done ? 1 : 0));
        }
        if (done && (account.parent != null || account.step.repeat() != null)) {
            view.names().put("output", account.output);
            if (account.rounds > 0) {
                view.names().put("previous", account.roundOutput);
            }
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
        boolean errors = usesErrors();
        if (errors) {
            Map<String, @Nullable Object> error = undoneFor == null ? null : undoneFor.view();
            if (error != null) {
                error.put("step", failedStep);
            }
            execution.put("error", error);
        }
        return View.of(input, accounts.values(), execution, isFinally ? outcome : null, errors);
    }

    /** The execution's complete-by clock stops while a step needs a person or the execution is paused. */
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
     * The workflow's output, once all steps are settled.
     *
     * @throws ExpressionException if it cannot be computed
     */
    @Nullable Object workflowOutput() {
        if (endedBy != null) {
            return endedBy.output;
        }
        if (workflow.output() != null) {
            return workflow.output().evaluate(view(false)).value();
        }
        Map<String, @Nullable Object> outputs = new LinkedHashMap<>();
        for (Step step : workflow.steps()) {
            Account account = account(step.name());
            if (account.outcome == Account.Outcome.DONE && !account.status().equals("compensated")) {
                outputs.put(step.name(), account.output);
            }
        }
        return outputs;
    }

    /** The correct outcome, once the execution can end. */
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
