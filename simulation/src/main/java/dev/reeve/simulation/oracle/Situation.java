package dev.reeve.simulation.oracle;

import dev.reeve.model.ExpressionException;
import dev.reeve.model.JsonText;
import dev.reeve.model.Step;
import dev.reeve.model.Workflow;
import dev.reeve.simulation.oracle.Entry.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

    final Workflow workflow;
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

    /** Whether it does another execution again. */
    boolean rerun;

    /** Steps that go on with the idempotency key that they had there. */
    Set<String> goOn = Set.of();

    /** In lower case, as {@code finally} sees it; null as long as it is not known. */
    @Nullable String outcome;

    @Nullable Object output;

    @Nullable Instant completeBy;

    /** Since when its complete-by stands still; null while it does not. */
    @Nullable Instant stoppedSince;

    /** What has to be the next event of all. */
    @Nullable Due due;

    Situation(Workflow workflow, String executionId) {
        this.workflow = workflow;
        this.executionId = executionId;
        workflow.steps().forEach(step -> accounts.put(step.name(), new Account(step, false)));
        workflow.finallySteps().forEach(step -> accounts.put(step.name(), new Account(step, true)));
        for (Account account : accounts.values()) {
            account.step.predecessors().forEach(name -> account.after.add(account(name)));
        }
        accounts.values().forEach(account -> account.after.forEach(before -> addDescendant(before, account)));
    }

    /** The same, between two rows. */
    Situation copy() {
        Situation copy = new Situation(workflow, executionId);
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
        copy.undoRequested = undoRequested;
        copy.paused = paused;
        copy.rerun = rerun;
        copy.goOn = goOn;
        copy.stoppedSince = stoppedSince;
        return copy;
    }

    /** All that is remembered, times and reasons left out. */
    int memory() {
        int hash = Objects.hash(phase.name(), undoneFor == null, cancelReason == null, outcome);
        for (Account account : accounts.values()) {
            hash = 31 * hash + account.memory();
        }
        return hash;
    }

    private static void addDescendant(Account before, Account later) {
        if (before.descendants.add(later)) {
            before.after.forEach(earlier -> addDescendant(earlier, later));
        }
    }

    Account account(String name) {
        return Objects.requireNonNull(accounts.get(name), () -> "there is no step " + name);
    }

    Collection<Account> accounts() {
        return accounts.values();
    }

    List<Account> main() {
        return accounts.values().stream().filter(account -> !account.isFinally).toList();
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
        return accounts.values().stream().anyMatch(account -> account.escalated);
    }

    /** A history that is longer has no room for another try: 10,000 events, or 100 for each step if that is more. */
    boolean isHistoryFull() {
        return events >= Math.max(10_000, 100 * accounts.size());
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
        return undoRequested || main().stream().anyMatch(Account::isThrough) ? "compensated" : "failed";
    }
}
