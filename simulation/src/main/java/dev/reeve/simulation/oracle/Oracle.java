package dev.reeve.simulation.oracle;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.Account.Outcome;
import dev.reeve.simulation.oracle.JournalEvent.Failure;
import dev.reeve.simulation.oracle.OracleState.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Checks the history of one execution against its definition: whether each event may happen at its position, and
 * whether every required event has happened by the end of its journal row. Written from the documentation, independent
 * of the engine's decision code.
 *
 * <pre>{@code
 * Oracle oracle = new Oracle(workflow, executionId);
 * for (JournalRow row : rows) {
 *     breaches.addAll(oracle.accept(row.events(), row.at()));
 * }
 * breaches.addAll(oracle.atEnd());
 * }</pre>
 *
 * <p>Violations after the first one are unreliable. Slow and simple: each row checks every step. Not thread-safe.
 */
public final class Oracle {

    private final OracleState situation;
    private final Rules rules;
    private final StepOracle steps;
    private final Breaches breaches;
    private final OthersOracle others;
    private final OwedOracle owed;

    /** For an execution that stays on its version. */
    public Oracle(Definition workflow, String executionId) {
        this(
                workflow,
                version -> {
                    throw new IllegalArgumentException("there is no version " + version);
                },
                executionId);
    }

    /** @param versions gives the other versions of the workflow */
    public Oracle(Definition workflow, IntFunction<Definition> versions, String executionId) {
        this(
                workflow,
                versions,
                version -> version == workflow.version() ? workflow : versions.apply(version),
                executionId);
    }

    /**
     * For an execution of a group of steps, too.
     *
     * @param versions gives the other versions of the workflow
     * @param wholes gives the definition that each version of the workflow belongs to
     */
    public Oracle(
            Definition workflow, IntFunction<Definition> versions, IntFunction<Definition> wholes, String executionId) {
        this(new OracleState(workflow, versions, wholes, executionId));
    }

    private Oracle(OracleState situation) {
        this.situation = situation;
        this.breaches = new Breaches(situation);
        this.rules = new Rules(situation);
        this.others = new OthersOracle(situation);
        this.owed = new OwedOracle(situation, rules, others, breaches);
        this.steps = new StepOracle(situation, rules, breaches);
    }

    /**
     * The store's clock was set back in the meantime, or several nodes shared it and followed its step at different
     * times. Nodes measure silence by their own clocks, so a silence may have been longer than the history shows.
     */
    public void clockWasSet() {
        situation.silenceIsShown = false;
    }

    /**
     * A copy with the same history, to follow a different continuation. Call it only between two rows without a
     * violation.
     */
    public Oracle copy() {
        Oracle copy = new Oracle(situation.copy());
        copy.steps.take(steps);
        return copy;
    }

    /** A hash of the oracle's memory without times, to find equal histories in an exploration. */
    public int memory() {
        return situation.memory();
    }

    /**
     * Checks one row of the journal.
     *
     * @param eventsJson the row's events, as the store has them
     * @param at when they were decided
     * @return violations, each with the rule that it breaks; empty if there are none
     */
    public List<String> accept(String eventsJson, Instant at) {
        check(!at.isBefore(situation.at), "R35", "time goes back from %s to %s", situation.at, at);
        situation.at = at;
        try {
            for (JournalEvent entry : JournalEvent.read(eventsJson)) {
                accept(entry);
            }
            owed.check();
        } catch (RuntimeException e) {
            breach("I4", "cannot be read: %s", e);
        }
        return breaches.take();
    }

    /** Violations of a history that is over: the execution has neither ended nor waits for a person. */
    public List<String> atEnd() {
        check(
                situation.phase == Phase.ENDED || situation.isEscalated() || situation.paused,
                "L1",
                "the execution has neither ended nor does it wait for a person");
        return breaches.take();
    }

    /** The status of the execution, as in a list of executions: {@code RUNNING}, {@code COMPLETED} and so on. */
    public String status() {
        if (situation.phase == Phase.ENDED) {
            return String.valueOf(situation.outcome).toUpperCase(Locale.ROOT);
        }
        if (situation.paused) {
            return "PAUSED";
        }
        return situation.isEscalated() ? "ESCALATED" : situation.undoneFor == null ? "RUNNING" : "COMPENSATING";
    }

    private void breach(String rule, String problem, @Nullable Object... details) {
        breaches.add(rule, problem, details);
    }

    private void check(boolean holds, String rule, String problem, @Nullable Object... details) {
        if (!holds) {
            breaches.add(rule, problem, details);
        }
    }

    // Events

    private void accept(JournalEvent entry) {
        situation.events++;
        check(situation.phase != Phase.ENDED, "I3", "something follows the end: %s", entry);
        check(
                (situation.phase == Phase.NEW) == entry.is("ExecutionStarted"),
                "I4",
                "the first event, and no other, is the start: %s",
                entry);
        boolean late = entry.is("LateReportKept");
        RequiredEvent due = situation.due;
        if (due != null && !late) {
            situation.due = null;
            check(due.fits().test(entry), "I4", "expected %s, found %s", due.what(), entry);
        }
        if (entry.has("step")) {
            check(situation.delayedUntil == null, "S8", "it has not begun: %s", entry);
            Account account = situation.account(entry.text("step"));
            check(
                    late || account.isFinally == (situation.phase == Phase.FINALLY),
                    "I7",
                    "a step that does not belong to the graph that runs: %s",
                    entry);
            steps.accept(account, entry);
        } else {
            ofExecution(entry);
        }
        situation.stopOrResumeClock();
    }

    private void ofExecution(JournalEvent entry) {
        switch (entry.type()) {
            case "ExecutionStarted" -> started(entry);
            case "ExecutionDelayed" -> delayed(entry);
            case "ExecutionBegun" -> begun(entry);
            case "ExecutionMoved" -> moved(entry);
            case "SignalReceived" -> signalReceived(entry);
            case "CancelRequested" -> {
                undoRequested(entry, "CANCELLED");
                situation.cancelReason = entry.text("reason");
            }
            case "CompensationRequested" -> {
                undoRequested(entry, "COMPENSATION_REQUESTED");
                checkSaid(entry);
                situation.undoRequested = true;
            }
            case "ExecutionPaused" -> {
                check(!situation.paused, "I4", "it is paused already: %s", entry);
                checkSaid(entry);
                situation.paused = true;
                situation.pausedAt = situation.at;
            }
            case "ExecutionResumed" -> {
                check(situation.paused, "I4", "it is not paused: %s", entry);
                checkSaid(entry);
                situation.paused = false;
                situation.pausedFor = situation.pausedFor.plus(Duration.between(situation.pausedAt, situation.at));
                situation.resumedAt = situation.at;
            }
            case "CompensationStarted" -> compensationStarted(entry);
            case "CompletionStarted" -> completionStarted(entry);
            case "ForwardClosed" -> forwardClosed(entry);
            case "FinallyStarted" -> {
                String outcome = entry.text("outcome").toLowerCase(Locale.ROOT);
                checkDecided(entry, outcome, entry.has("output") ? entry.value("output") : null);
                check(!situation.workflow.finallySteps().isEmpty(), "I4", "there is no finally: %s", entry);
                situation.outcome = outcome;
                situation.phase = Phase.FINALLY;
            }
            case "ExecutionCompleted" -> ended(entry, "completed");
            case "ExecutionCompensated" -> ended(entry, "compensated");
            case "ExecutionFailed" -> ended(entry, "failed");
            case "ExecutionCancelled" -> {
                check(
                        entry.text("reason").equals(situation.cancelReason),
                        "I4",
                        "cancelled for another reason than was given: %s",
                        entry);
                ended(entry, "cancelled");
            }
            default -> breach("I4", "no event that there is: %s", entry);
        }
    }

    private void begun(JournalEvent entry) {
        Instant until = situation.delayedUntil;
        check(until != null, "S8", "it has begun already: %s", entry);
        check(until == null || !situation.at.isBefore(until), "I13", "it begins at %s: %s", until, entry);
        check(!situation.paused, "I13", "no time acts on what a person holds: %s", entry);
        situation.delayedUntil = null;
    }

    private void forwardClosed(JournalEvent entry) {
        check(
                situation.endedBy == null || others.isAnyUndone(),
                "S7",
                "it completes, and nothing is undone: %s",
                entry);
        check(situation.phase == Phase.CLOSING, "I10", "nothing is to be closed: %s", entry);
        situation
                .allMain()
                .forEach(account -> check(
                        account.isClosed() && account.due == null,
                        "I10",
                        "step %s is still being done: %s",
                        account.path(),
                        entry));
        situation.phase = Phase.UNDOING;
    }

    private void signalReceived(JournalEvent entry) {
        String name = entry.text("signal");
        List<Account> ever = situation.accounts().stream()
                .filter(account ->
                        awaits(account, name) || name.equals(account.step.task().updateOn()))
                .toList();
        // Once the other steps go forward no more, a signal can only be for steps of finally.
        List<Account> suited = ever.stream()
                .filter(account -> account.isFinally || situation.phase == Phase.FORWARD)
                .toList();
        @Nullable Object data = entry.value("data");
        check(ever.isEmpty() || !suited.isEmpty(), "I7", "no step waits for it any more: %s", entry);
        check(!ever.isEmpty(), "I4", "no step waits for it, ever: %s", entry);
        check(
                suited.stream()
                        .filter(account -> awaits(account, name))
                        .allMatch(account -> JsonValues.isValid(((Task.Await) account.step.task()).schema(), data)),
                "S12",
                "the data is not what it must be: %s",
                entry);
        check(!entry.text("by").isEmpty(), "I4", "sent by nobody: %s", entry);
        if (entry.has("id")) {
            check(situation.signalIds.add(entry.text("id")), "I5", "it came before, and counts once: %s", entry);
        }
        situation.signals.add(new OracleState.Signal(name, data));
        List<Account> now =
                suited.stream().filter(account -> account.busy == Busy.WAITING).toList();
        List<String> waiting = now.stream()
                .filter(account ->
                        awaits(account, name) || Clockwork.isTime(account, situation.viewOfSignal(account, data)))
                .filter(account -> !CollectedOracle.collects(account)
                        || name.equals(account.step.task().updateOn())
                        || !CollectedOracle.isFull(account, account.collected, new OracleState.Signal(name, data)))
                .map(Account::path)
                .toList();
        check(
                now.isEmpty() || !waiting.isEmpty() || now.stream().anyMatch(account -> awaits(account, name)),
                "S12",
                "no time can be computed with it: %s",
                entry);
        if (!waiting.isEmpty()) {
            situation.due = new RequiredEvent(
                    "the signal to be taken by one of " + waiting,
                    next -> next.is("SignalTaken") && waiting.contains(next.text("step")));
        }
    }

    private static boolean awaits(Account account, String signal) {
        return account.step.task() instanceof Task.Await await
                && await.signals().contains(signal);
    }

    /** A person requests compensation, which ends a pause. */
    private void undoRequested(JournalEvent entry, String code) {
        check(!situation.pastPivot, "C6", "the point of no return is passed: %s", entry);
        check(situation.phase == Phase.FORWARD, "I7", "too late to undo it: %s", entry);
        check(!situation.paused, "I4", "it is still paused: %s", entry);
        situation.due = new RequiredEvent(
                "to be undone because of " + code,
                next -> next.is("CompensationStarted") && next.failure().code().equals(code));
    }

    /** Checks the actor and the reason. */
    private void checkSaid(JournalEvent entry) {
        check(!entry.text("by").isEmpty() && !entry.text("why").isEmpty(), "O5", "nobody, or for no reason: %s", entry);
    }

    private void started(JournalEvent entry) {
        check(
                entry.text("workflow").equals(situation.workflow.name())
                        && entry.number("version") == situation.workflow.version(),
                "I4",
                "of another workflow: %s",
                entry);
        entry.text("namespace");
        entry.text("seed");
        situation.input = entry.value("input");
        situation.key = entry.has("key") ? entry.text("key") : null;
        situation.completeBy = entry.has("completeBy") ? entry.instant("completeBy") : null;
        if (entry.has("parent")) {
            startedByParent(entry.inner("parent"));
        }
        checkCompleteBy(entry);
        if (entry.has("rerun")) {
            JournalEvent rerun = entry.inner("rerun");
            checkSaid(rerun);
            Account from = situation.account(rerun.text("from"));
            check(!from.isFinally, "O2", "done again from a step of finally: %s", entry);
            check(!rerun.text("of").equals(situation.executionId), "O2", "it cannot do itself again: %s", entry);
            situation.rerun = true;
            situation.goOn = rerun.has("keys") ? rerun.inner("keys").names() : Set.of();
        }
        situation.phase = Phase.FORWARD;
    }

    /** The execution exists, and does nothing yet. */
    private void delayed(JournalEvent entry) {
        Instant until = entry.instant("until");
        Duration allowed = situation.workflow.completeBy();
        check(situation.events == 2, "S8", "it is too late to delay it: %s", entry);
        check(until.isAfter(situation.at), "S8", "that is no delay: %s", entry);
        check(
                allowed == null || Clockwork.plus(until, allowed).equals(situation.completeBy),
                "S8",
                "its complete-by is %s, and counts from when it begins: %s",
                situation.completeBy,
                entry);
        situation.delayedUntil = until;
    }

    private void moved(JournalEvent entry) {
        Definition target = situation.version(entry.number("version"));
        checkSaid(entry);
        check(situation.phase == Phase.FORWARD, "S9", "too late to move it: %s", entry);
        check(target.version() != situation.workflow.version(), "S9", "it is there already: %s", entry);
        for (Account account : situation.main()) {
            String problem = account.hasBegun() ? Moves.problem(account, target) : null;
            check(problem == null, "S9", "step %s has begun, and %s: %s", account.path(), problem, entry);
        }
        situation.goOn(target);
        CollectedOracle lists = new CollectedOracle(situation, rules::last);
        situation.main().stream()
                .filter(account -> CollectedOracle.collects(account) && account.busy == Busy.WAITING)
                .forEach(account -> account.due = lists.next(account));
    }

    private void startedByParent(JournalEvent parent) {
        check(!parent.text("execution").equals(situation.executionId), "S7", "it is its own child: %s", parent);
        check(parent.number("depth") > 0, "S7", "no child is at the top: %s", parent);
        situation.isChild = true;
        situation.undoes = parent.has("undoes");
    }

    /** Undoing has no time limit. The parent may limit the time of a child too. */
    private void checkCompleteBy(JournalEvent entry) {
        boolean has = situation.completeBy != null;
        boolean wanted = situation.workflow.completeBy() != null
                || situation.workflow.execution().completeBy() != null;
        check(
                situation.undoes ? !has : situation.isChild ? has || !wanted : has == wanted,
                "I11",
                "complete-by is not as the workflow says: %s",
                entry);
    }

    private void compensationStarted(JournalEvent entry) {
        Failure failure = entry.failure();
        check(situation.phase == Phase.FORWARD, "I4", "it cannot be undone now: %s", entry);
        boolean announced = situation.cancelReason != null
                || situation.undoRequested
                || situation.allMain().stream().anyMatch(account -> account.due != null || causes(account, failure));
        switch (failure.code()) {
            case "CANCELLED" -> check(situation.cancelReason != null, "I4", "nobody cancelled it: %s", entry);
            case "COMPENSATION_REQUESTED" -> check(situation.undoRequested, "I4", "nobody wants it undone: %s", entry);
            case "EXECUTION_TIMED_OUT" ->
                check(
                        situation.completeBy != null
                                && !situation.pastPivot
                                && situation.stoppedSince == null
                                && !situation.at.isBefore(situation.completeBy),
                        "I13",
                        "its complete-by %s has not come, or stands still: %s",
                        situation.completeBy,
                        entry);
            case "EXPRESSION_FAILED", "PAYLOAD_TOO_LARGE" ->
                check(announced || outputFails(), "I4", "undone for no reason: %s", entry);
            default -> check(announced, "I4", "undone for no reason: %s", entry);
        }
        situation.undoneFor = failure;
        situation.delayedUntil = null;
        situation.phase = Phase.CLOSING;
        situation.allMain().forEach(account -> account.due = rules.closing(account));
    }

    /** A step has completed the execution: what is open is closed, and nothing begins. */
    private void completionStarted(JournalEvent entry) {
        Account account = situation.account(entry.text("endedBy"));
        check(situation.phase == Phase.FORWARD, "S7", "its outcome is decided: %s", entry);
        check(
                account.step.task() instanceof Task.Complete && account.outcome == Outcome.DONE,
                "S7",
                "the step ends nothing: %s",
                entry);
        situation.endedBy = account;
        situation.phase = Phase.CLOSING;
        situation.allMain().forEach(each -> each.due = rules.closing(each));
    }

    private static boolean causes(Account account, Failure failure) {
        Failure last = account.failedFor;
        return account.outcome == Outcome.FAILED && last != null && last.isLike(failure);
    }

    /** All steps are settled, but the workflow's output cannot be computed or is too large. */
    private boolean outputFails() {
        if (!situation.main().stream().allMatch(Account::isSettled)) {
            return false;
        }
        try {
            return situation.workflow.output() != null && JsonValues.isTooLarge(Json.of(situation.workflowOutput()));
        } catch (ExpressionException e) {
            return true;
        }
    }

    private void ended(JournalEvent entry, String outcome) {
        @Nullable Object output = entry.has("output") ? entry.value("output") : null;
        if (situation.phase == Phase.FINALLY) {
            check(
                    situation.accounts().stream().filter(a -> a.isFinally).allMatch(Account::isSettled),
                    "I3",
                    "the steps of finally are not through: %s",
                    entry);
            check(
                    outcome.equals(situation.outcome) && JsonValues.same(output, situation.output),
                    "I3",
                    "the outcome was %s with %s before finally: %s",
                    situation.outcome,
                    situation.output,
                    entry);
        } else {
            checkDecided(entry, outcome, output);
            check(situation.workflow.finallySteps().isEmpty(), "I4", "finally is left out: %s", entry);
        }
        if (outcome.equals("compensated") || outcome.equals("failed")) {
            Failure undoneFor = situation.undoneFor;
            check(
                    undoneFor != null && entry.failure().isLike(undoneFor),
                    "I4",
                    "ended for another reason than it was undone for: %s",
                    entry);
        }
        situation.outcome = outcome;
        situation.phase = Phase.ENDED;
    }

    /** No remaining step can change the outcome, and the outcome is correct. */
    private void checkDecided(JournalEvent entry, String outcome, @Nullable Object output) {
        check(
                situation.phase
                        == (situation.endedBy != null
                                ? situation.phase == Phase.UNDOING ? Phase.UNDOING : Phase.CLOSING
                                : situation.undoneFor == null ? Phase.FORWARD : Phase.UNDOING),
                "I3",
                "the outcome is not decided: %s",
                entry);
        check(outcome.equals(situation.rightOutcome()), "I3", "expected %s: %s", situation.rightOutcome(), entry);
        check(!others.isAnyLeft(), "I10", "others are not undone yet: %s", entry);
        for (Account account : situation.allMain()) {
            if (account.parent != null && account.isUnneeded() && situation.undoneFor == null) {
                check(account.isClosed(), "I3", "item %s is open: %s", account.path(), entry);
            } else if (situation.endedBy != null) {
                check(account.isClosed() && account.due == null, "I3", "step %s is open: %s", account.path(), entry);
            } else if (situation.undoneFor == null) {
                check(account.isSettled(), "I3", "step %s is not settled: %s", account.path(), entry);
            } else {
                check(
                        account.isThrough() == account.mustBeUndone(),
                        "I10",
                        "step %s is %s, and it has %sto be undone: %s",
                        account.path(),
                        account.status(),
                        account.mustBeUndone() ? "" : "not ",
                        entry);
            }
        }
        if (outcome.equals("completed")) {
            checkOutput(entry, output);
            situation.output = output;
        }
    }

    private void checkOutput(JournalEvent entry, @Nullable Object output) {
        try {
            Object expected = situation.workflowOutput();
            boolean tooLarge = JsonValues.isTooLarge(Json.of(expected));
            check(
                    tooLarge
                            ? situation.workflow.output() == null || situation.pastPivot
                            : JsonValues.same(output, expected),
                    "I4",
                    "the output should be %s: %s",
                    expected,
                    entry);
        } catch (ExpressionException e) {
            check(situation.pastPivot, "I4", "the output cannot be computed: %s", entry);
        }
    }
}
