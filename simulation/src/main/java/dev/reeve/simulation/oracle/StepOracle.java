package dev.reeve.simulation.oracle;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.Account.Outcome;
import dev.reeve.simulation.oracle.Account.Tries;
import dev.reeve.simulation.oracle.Account.Undo;
import dev.reeve.simulation.oracle.Beginnings.Until;
import dev.reeve.simulation.oracle.JournalEvent.Failure;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import dev.reeve.simulation.oracle.OracleState.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the events of steps. */
final class StepOracle {

    private static final Set<String> NO_BACKOFF = Set.of("TIMER", "SIGNAL", "ROUND");

    private static final Set<String> NOT_STARTED =
            Set.of("WORKFLOW_UNKNOWN", "INPUT_INVALID", "CHILD_GONE", "CHILD_NOT_UNDOABLE");

    private static final Set<String> CHILD_ENDED = Set.of("CHILD_COMPENSATED", "CHILD_CANCELLED", "CHILD_FAILED");

    private static final Set<String> RESULT_REFUSED = Set.of("OUTPUT_INVALID", "PAYLOAD_TOO_LARGE");

    private final OracleState situation;
    private final Rules rules;
    private final Breaches breaches;
    private final StepChecks checks;
    private final OthersOracle others;
    private final Set<String> nonces = new HashSet<>();

    StepOracle(OracleState situation, Rules rules, Breaches breaches) {
        this.situation = situation;
        this.rules = rules;
        this.breaches = breaches;
        this.checks = new StepChecks(situation, breaches);
        this.others = new OthersOracle(situation);
    }

    void take(StepOracle other) {
        nonces.addAll(other.nonces);
    }

    private void check(boolean holds, String rule, String problem, @Nullable Object... details) {
        if (!holds) {
            breaches.add(rule, problem, details);
        }
    }

    void accept(Account account, JournalEvent entry) {
        if (entry.is("LateReportKept")) {
            check(
                    account.tries(entry.purpose()).givenUp.remove(entry.number("attempt")),
                    "I6",
                    "the attempt was not given up, or its report is kept already: %s",
                    entry);
            return;
        }
        if (new TakenOracle(situation, breaches).accept(account, entry)) {
            return;
        }
        RequiredEvent due = account.due;
        if (due == null) {
            due = opening(account, entry);
        }
        account.entered = true;
        account.due = null;
        if (due != null) {
            check(due.fits().test(entry), "I4", "expected %s, found %s", due.what(), entry);
        }
        switch (entry.type()) {
            case "StepReady" -> ready(account, entry, due);
            case "ItemsStarted" -> {
                check(account.items == null, "I5", "its items are known already: %s", entry);
                account.begin((List<?>) Objects.requireNonNull(entry.value("items")));
            }
            case "RoundEnded" -> roundEnded(account, entry, due);
            case "RoundUndone" -> new UndoOracle(situation, rules, checks, breaches).roundUndone(account, entry);
            case "RoundFound" -> new UndoOracle(situation, rules, checks, breaches).roundFound(account, entry);
            case "SignalTaken" -> new SignalOracle(situation, rules, breaches).taken(account, entry);
            case "OthersEnded" -> {
                check(due != null, "I4", "nothing is ended: %s", entry);
                others.ended(account, entry, rules);
                account.due = new RequiredEvent(
                        "to begin",
                        next -> rules.beginnings.beginning(account).fits().test(next));
            }
            case "StepStarted" -> attemptStarted(account, entry);
            case "ChildStarted" -> childStarted(account, entry);
            case "CheckpointRecorded" -> {
                checks.open(account, entry, entry.purpose());
                checks.inTime(account, entry);
            }
            case "AttemptFailed" -> attemptFailed(account, entry);
            case "StepNotStarted" -> new StartByOracle(situation, rules, breaches).notStarted(account, entry);
            case "StepWaiting" -> waiting(account, entry, due);
            case "StepResumed" -> resumed(account, entry, due);
            case "ProbeAnswered" -> probeAnswered(account, entry);
            case "StepCompleted" -> completed(account, entry, due);
            case "StepFailed" -> {
                check(due != null, "I4", "the step fails for no reason: %s", entry);
                failed(account, entry);
            }
            case "StepSkipped" -> skipped(account, entry, due);
            case "StepEscalated" -> escalated(account, entry, due);
            case "StepRetried" -> retried(account, entry);
            case "ProbeRequested" -> probeRequested(account, entry);
            case "StepResolved" -> resolved(account, entry);
            case "StepCompensated" -> new UndoOracle(situation, rules, checks, breaches).compensated(account, entry);
            default -> breaches.add("I4", "no event that there is: %s", entry);
        }
    }

    /** The required first event of a step or of its continuation, if the event is one. */
    private @Nullable RequiredEvent opening(Account account, JournalEvent entry) {
        if (account.parent == null && Beginnings.mustBeLeftOut(account) && situation.goesForward()) {
            return new RequiredEvent(
                    "to be left out",
                    next -> next.is("StepSkipped") && next.text("reason").equals("PREDECESSORS"));
        }
        if (!account.begun && account.outcome == null && !account.escalated) {
            check(situation.goesForward(), "I7", "nothing new is begun while the execution is undone: %s", entry);
            checkTurn(account, entry);
            RequiredEvent ending = others.ending(account);
            return ending == null ? rules.beginnings.beginning(account) : ending;
        }
        if (others.mayBeUndone(account) && situation.phase != Phase.CLOSING) {
            return rules.beginnings.ready(account, Purpose.COMPENSATION);
        }
        if (situation.undoneFor != null
                && situation.phase == Phase.UNDOING
                && account.mustBeUndone()
                && account.undo == Undo.NOT_BEGUN) {
            check(account.hasItsTurn(), "I10", "steps after it are not undone yet: %s", entry);
            return rules.beginnings.ready(account, Purpose.COMPENSATION);
        }
        if (!situation.goesForward() || account.outcome != null || account.escalated) {
            return null;
        }
        if (account.items != null) {
            boolean over = account.isUnneeded()
                    ? OthersOracle.isListOver(account)
                    : account.items.stream().allMatch(Account::isSettled);
            check(over, "I4", "items are not settled: %s", entry);
            return rules.beginnings.itemsSettled(account);
        }
        if (account.busy == Busy.WAITING && account.waitsFor.equals("ROUND")) {
            checkWaitIsOver(account, entry);
            return rules.beginnings.ready(account, Purpose.FORWARD);
        }
        if (account.busy == Busy.WAITING && account.waitsFor.equals("SIGNAL") && !entry.is("SignalTaken")) {
            checkWaitIsOver(account, entry);
            return rules.beginnings.unsignalled(account);
        }
        return null;
    }

    private void checkTurn(Account account, JournalEvent entry) {
        Account parent = account.parent;
        if (parent == null) {
            check(Beginnings.mayBegin(account), "I7", "what comes before the step is not settled: %s", entry);
        } else if (!account.entered) {
            check(Beginnings.nextItem(parent) == account, "I7", "it is not this item's turn: %s", entry);
        }
    }

    private void checkWaitIsOver(Account account, JournalEvent entry) {
        check(!situation.at.isBefore(account.until), "I13", "it waits until %s: %s", account.until, entry);
        check(!situation.paused, "I13", "no time acts on what a person holds: %s", entry);
    }

    private void roundEnded(Account account, JournalEvent entry, @Nullable RequiredEvent due) {
        @Nullable Object output = entry.value("output");
        check(situation.goesForward() && account.outcome == null, "I7", "nothing is done again now: %s", entry);
        if (due == null) {
            checks.open(account, entry, Purpose.FORWARD);
            checks.inTime(account, entry);
        }
        checkResult(account, entry, output);
        Until asked = rules.beginnings.until(account, output);
        check(asked != Until.ENOUGH, "I4", "that was the last round: %s", entry);
        account.idle();
        account.roundEnded();
        account.rounds++;
        account.roundOutput = output;
        account.doubt = false;
        Tries tries = account.tries(Purpose.FORWARD);
        tries.fresh();
        tries.doubt = false;
        tries.last = null;
        account.purpose = Purpose.FORWARD;
        account.due = rules.beginnings.afterRound(account, asked);
    }

    private void checkResult(Account account, JournalEvent entry, @Nullable Object output) {
        check(!JsonValues.isTooLarge(Json.of(output)), "I16", "the output is too large: %s", entry);
        check(JsonValues.isValid(account.step.output(), output), "S12", "the output is not what it must be: %s", entry);
    }

    private void ready(Account account, JournalEvent entry, @Nullable RequiredEvent due) {
        Purpose purpose = entry.purpose();
        check(due != null, "I4", "the step is queued for no reason: %s", entry);
        check(account.busy != Busy.RUNNING, "I6", "an attempt is open: %s", entry);
        switch (purpose) {
            case FORWARD -> {
                check(situation.goesForward() && account.outcome == null, "I5", "it has begun already: %s", entry);
                account.begun = true;
            }
            case PROBE -> check(account.doubt, "I4", "there is nothing to ask about: %s", entry);
            case COMPENSATION -> {
                if (account.undo == Undo.NOT_BEGUN) {
                    beginUndo(account, entry);
                }
            }
        }
        account.tries(purpose).fresh();
        account.tries(purpose).times = Clockwork.told(entry);
        account.tries(purpose).name = NameRules.told(entry);
        account.queue(purpose, situation.at);
    }

    private void beginUndo(Account account, JournalEvent entry) {
        if (situation.undoneFor == null) {
            check(others.mayBeUndone(account), "I10", "it is needed, or it is not its turn: %s", entry);
        } else {
            check(situation.phase == Phase.UNDOING, "I10", "forward attempts may be open: %s", entry);
            check(account.mustBeUndone(), "I10", "there is nothing to undo: %s", entry);
            check(account.hasItsTurn(), "I10", "steps after it are not undone yet: %s", entry);
        }
        account.beginUndo();
    }

    private void attemptStarted(Account account, JournalEvent entry) {
        attempt(account, entry);
        Instant completeBy = situation.at.plus(account.completeBy(entry.purpose()));
        check(entry.instant("completeBy").equals(completeBy), "I8", "expected complete-by %s: %s", completeBy, entry);
        check(!entry.text("agent").isEmpty(), "I4", "given to nobody: %s", entry);
        account.until = completeBy;
        if (account.isChild) {
            account.due = new RequiredEvent(
                    "to fail, as no execution can be started for it",
                    next -> next.is("AttemptFailed")
                            && NOT_STARTED.contains(next.failure().code()));
        }
    }

    /** A step that a child execution does ends with the child. */
    private void childStarted(Account account, JournalEvent entry) {
        check(account.isChild, "S7", "the step is not done by another execution: %s", entry);
        attempt(account, entry);
        check(!entry.text("child").equals(situation.executionId), "S7", "it is its own child: %s", entry);
        check(
                entry.purpose() == Purpose.FORWARD || (account.child != null && !account.roundUndone),
                "S7",
                "no execution had done it: %s",
                entry);
        if (entry.purpose() == Purpose.FORWARD) {
            account.child = entry.text("child");
        }
        account.until = Instant.MAX;
    }

    private void attempt(Account account, JournalEvent entry) {
        Purpose purpose = entry.purpose();
        Tries tries = account.tries(purpose);
        check(
                account.busy == Busy.READY && account.purpose == purpose,
                "I7",
                "the step is not queued for an agent: %s",
                entry);
        check(!situation.paused, "I7", "nothing is handed out while a person holds the execution: %s", entry);
        if (purpose == Purpose.FORWARD) {
            check(situation.goesForward(), "I7", "nothing is handed out while the execution is undone: %s", entry);
        }
        if (purpose == Purpose.COMPENSATION) {
            check(account.undo == Undo.BEGUN, "I10", "it is not its turn to be undone: %s", entry);
        }
        Instant end = rules.endOfRetries(account, purpose);
        check(end == null || situation.at.isBefore(end), "R1", "no attempt begins after %s: %s", end, entry);
        if (tries.firstAt == null) {
            tries.firstAt = situation.at;
            tries.pausedBefore = situation.pausedFor;
        }
        tries.attempts++;
        check(entry.number("attempt") == tries.attempts, "I6", "expected attempt %d: %s", tries.attempts, entry);
        check(nonces.add(entry.text("nonce")), "I6", "the nonce was used before: %s", entry);
        account.busy = Busy.RUNNING;
        account.startedAt = situation.at;
    }

    private void attemptFailed(Account account, JournalEvent entry) {
        Purpose purpose = entry.purpose();
        Failure failure = entry.failure();
        Tries tries = account.tries(purpose);
        checks.open(account, entry, purpose);
        check(
                account.isChild
                        ? CHILD_ENDED.contains(failure.code())
                                || NOT_STARTED.contains(failure.code())
                                || RESULT_REFUSED.contains(failure.code())
                        : !CHILD_ENDED.contains(failure.code()),
                "S7",
                "no child ends so: %s",
                entry);
        check(
                !CHILD_ENDED.contains(failure.code()) || situation.usesErrors() == (failure.details() != null),
                "S7",
                "the error of the child is known only where errors are: %s",
                entry);
        switch (failure.code()) {
            case "COMPLETE_BY_PASSED" ->
                check(!situation.at.isBefore(account.until), "I13", "complete-by is %s: %s", account.until, entry);
            case "HEARTBEAT_MISSED" -> {
                Duration heartbeat = account.call(purpose).heartbeat();
                check(
                        heartbeat != null
                                && !(situation.silenceIsShown
                                        && situation.at.isBefore(account.startedAt.plus(heartbeat))),
                        "I13",
                        "there are no heartbeats to be missed yet: %s",
                        entry);
            }
            default -> {
                if (!failure.isOfUnknownOutcome()) {
                    checks.inTime(account, entry);
                }
            }
        }
        switch (failure.cause()) {
            case "TRANSIENT", "BUSINESS", "SILENT" -> tries.failed++;
            case "THROTTLED" -> tries.throttled++;
            case "LOST", "POISON" -> tries.lost++;
            default -> breaches.add("I4", "no cause that there is: %s", entry);
        }
        if (failure.isOfUnknownOutcome() || failure.cause().equals("POISON")) {
            tries.givenUp.add(tries.attempts);
        }
        tries.last = failure;
        tries.doubt |= failure.isOfUnknownOutcome() || failure.possiblyDone();
        if (purpose == Purpose.FORWARD) {
            account.doubt |= failure.isOfUnknownOutcome() || failure.possiblyDone();
        }
        account.idle();
        account.due = rules.afterAttempt(account, purpose, failure);
    }

    private void waiting(Account account, JournalEvent entry, @Nullable RequiredEvent due) {
        check(due != null, "I4", "there is nothing to wait for: %s", entry);
        Purpose purpose = entry.purpose();
        account.waitsFor = entry.text("reason");
        if (account.waitsFor.equals("PAUSE")) {
            account.tries(purpose).freshRound();
            account.tries(purpose).rounds++;
        }
        if (account.busy != Busy.WAITING) {
            account.waitsSince = situation.at;
        }
        account.begun = true;
        account.purpose = purpose;
        account.busy = Busy.WAITING;
        account.until = entry.instant("until");
    }

    private void resumed(Account account, JournalEvent entry, @Nullable RequiredEvent due) {
        Purpose purpose = entry.purpose();
        if (due == null) {
            check(
                    account.busy == Busy.WAITING
                            && account.purpose == purpose
                            && !NO_BACKOFF.contains(account.waitsFor),
                    "I4",
                    "the step does not wait: %s",
                    entry);
            checkWaitIsOver(account, entry);
        }
        if (purpose == Purpose.FORWARD) {
            check(situation.goesForward(), "I7", "no retry while the execution is undone: %s", entry);
        }
        account.queue(purpose, situation.at);
    }

    private void probeAnswered(Account account, JournalEvent entry) {
        checks.open(account, entry, Purpose.PROBE);
        checks.inTime(account, entry);
        account.idle();
        switch (entry.text("answer")) {
            case "NOT_DONE" -> account.doubt = false;
            case "RUNNING" -> account.tries(Purpose.PROBE).fresh();
            default -> {}
        }
        account.due = rules.answered(account, entry);
    }

    private void completed(Account account, JournalEvent entry, @Nullable RequiredEvent due) {
        check(account.outcome == null, "I5", "the step has an outcome already: %s", entry);
        @Nullable Object output = entry.value("output");
        if (due == null && entry.number("attempt") == 0) {
            check(
                    account.busy == Busy.WAITING && account.waitsFor.equals("TIMER"),
                    "I4",
                    "the step does not wait for a time: %s",
                    entry);
            checkWaitIsOver(account, entry);
            check(output == null, "I4", "a wait gives nothing: %s", entry);
        } else if (due == null) {
            checks.open(account, entry, Purpose.FORWARD);
            checks.inTime(account, entry);
            check(
                    rules.beginnings.until(account, output) == Until.ENOUGH,
                    "I4",
                    "that was not the last round: %s",
                    entry);
        }
        if (entry.number("attempt") > 0) {
            checkResult(account, entry, output);
        }
        account.done(output);
        situation.passPivot(account);
        mustComplete(account);
    }

    /** A step that completes the execution does so with its output, also if a person has given it. */
    private void mustComplete(Account account) {
        if (account.step.task() instanceof Task.Complete && situation.goesForward()) {
            situation.due = new RequiredEvent(
                    "the execution to complete",
                    next -> next.is("CompletionStarted") && next.text("endedBy").equals(account.path()));
        }
    }

    private void failed(Account account, JournalEvent entry) {
        check(account.outcome == null, "I5", "the step has an outcome already: %s", entry);
        Failure failure = entry.failure();
        account.failedFor = failure;
        account.settle(entry.flag("continued") ? Outcome.CONTINUED : Outcome.FAILED);
        if (situation.goesForward() && !entry.flag("continued")) {
            situation.failedStep = account.step.name();
            situation.due = new RequiredEvent(
                    "the execution to be undone for " + failure,
                    next -> next.is("CompensationStarted") && next.failure().isLike(failure));
        }
    }

    private void skipped(Account account, JournalEvent entry, @Nullable RequiredEvent due) {
        String reason = entry.text("reason");
        if (reason.equals("OPERATOR")) {
            check(account.escalated && !entry.text("by").isEmpty(), "I4", "the step needs nobody: %s", entry);
            if (account.undo == Undo.BEGUN) {
                account.escalated = false;
                account.undo = Undo.LEFT_AS_IT_IS;
            } else {
                check(situation.goesForward(), "I7", "it is undone: %s", entry);
                account.settle(Outcome.SKIPPED);
            }
            return;
        }
        check(due != null, "I4", "the step is skipped for no reason: %s", entry);
        check(account.outcome == null, "I5", "the step has an outcome already: %s", entry);
        account.settle(reason.equals("WITHDRAWN") ? Outcome.WITHDRAWN : Outcome.LEFT_OUT);
    }

    private void retried(Account account, JournalEvent entry) {
        Purpose purpose = entry.purpose();
        checks.escalated(account, entry, purpose);
        check(!account.isDoneByChild(purpose), "C3", "its child would do it a second time: %s", entry);
        account.escalated = false;
        if (purpose == Purpose.FORWARD) {
            account.forgiven = CollectedOracle.collects(account) ? account.collected.size() : account.rounds;
        }
        boolean isNewRound = purpose == Purpose.FORWARD && account.rounds > 0 && account.tries(purpose).last == null;
        if (entry.has("input")) {
            check(
                    account.call(purpose).name() == null || (account.name(purpose) != null && !isNewRound),
                    "S7",
                    "its action was not computed yet: %s",
                    entry);
            edited(account, entry, purpose);
        } else if (account.wasReady(purpose) && !isNewRound) {
            account.tries(purpose).fresh();
            account.queue(purpose, situation.at);
        } else if (purpose == Purpose.COMPENSATION) {
            account.due = rules.beginnings.ready(account, purpose);
        } else if (isNewRound) {
            // As a step that begins: the input of the next round was never computed.
            account.begun = false;
            account.due = rules.beginnings.ready(account, purpose);
            account.begun = true;
        } else {
            account.begun = false;
        }
    }

    /** A new input has a new idempotency key. Nothing may have been done with the old one. */
    private void edited(Account account, JournalEvent entry, Purpose purpose) {
        boolean doubt = purpose == Purpose.FORWARD
                ? account.doubt || situation.goOn.contains(account.slot())
                : account.tries(purpose).doubt;
        check(!doubt, "A2", "another input, although the old one may have had its effect: %s", entry);
        check(!JsonValues.isTooLarge(Json.of(entry.value("input"))), "I16", "too large: %s", entry);
        account.begun = true;
        account.tries(purpose).fresh();
        account.tries(purpose).doubt = false;
        account.queue(purpose, situation.at);
    }

    private void escalated(Account account, JournalEvent entry, @Nullable RequiredEvent due) {
        check(due != null, "I4", "nobody is needed: %s", entry);
        account.escalated = true;
        account.idle();
        account.purpose = entry.purpose();
        if (entry.purpose() == Purpose.COMPENSATION && account.undo == Undo.NOT_BEGUN) {
            beginUndo(account, entry);
        }
    }

    private void resolved(Account account, JournalEvent entry) {
        checks.escalated(account, entry, Purpose.FORWARD);
        check(
                StepChecks.isFit(account, entry.value("output")),
                "S12",
                "not what the definition says of its output: %s",
                entry);
        account.done(entry.value("output"));
        account.resolved();
        situation.passPivot(account);
        mustComplete(account);
    }

    private void probeRequested(Account account, JournalEvent entry) {
        check(account.outcome == null && account.doubt, "I4", "there is nothing to ask about: %s", entry);
        check(account.canBeAsked(), "I4", "there is nobody to ask: %s", entry);
        check(
                account.purpose != Purpose.COMPENSATION && (account.escalated || account.busy == Busy.WAITING),
                "I6",
                "the step neither waits nor needs a person: %s",
                entry);
        check(!entry.text("by").isEmpty() && !entry.text("why").isEmpty(), "O5", "for no reason: %s", entry);
        account.idle();
        account.due = rules.beginnings.ready(account, Purpose.PROBE);
    }
}
