package dev.reeve.simulation.check;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.Evolution;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** One execution as the store shows it, checked row by row from its events alone. */
final class Biography {

    /** A series of attempts of a step. */
    private record SeriesOf(StepPath step, Purpose purpose) {}

    private record Started(StepPath step, Purpose purpose, int attempt, long nonce) {}

    /** @param child the execution that performs it; null if an agent does */
    private record Attempt(
            int number,
            long nonce,
            Instant completeBy,
            @Nullable ExecutionId child) {}

    private final IntFunction<Plan> versions;
    private final LanguageCheck language;
    private final BiConsumer<String, String> breach;
    private final Coverage sometimes;
    private final List<JournalRow> rows = new ArrayList<>();
    private final Set<Started> started = new HashSet<>();
    private final Map<SeriesOf, Integer> last = new HashMap<>();
    private final Map<SeriesOf, Attempt> open = new HashMap<>();
    private final Map<SeriesOf, Instant> waits = new HashMap<>();
    private final Set<Started> closed = new HashSet<>();
    private final Set<StepPath> done = new HashSet<>();
    private final Set<StepPath> doneByAgent = new HashSet<>();
    private final Set<StepPath> undone = new HashSet<>();
    private final Set<StepPath> left = new HashSet<>();
    private final Inputs inputs;
    private final CalledNames names;
    private final Map<Started, Json> inputsOfAttempts = new HashMap<>();
    private final Map<Started, @Nullable String> namesOfAttempts = new HashMap<>();
    private final Map<Started, Integer> roundsOfAttempts = new HashMap<>();
    private final Offspring offspring = new Offspring();
    private final Delay delay;

    private final Bulks bulks = new Bulks();

    private ExecutionState state;
    private Plan plan;
    private boolean begun;
    private boolean undoing;
    private boolean forwardClosed;
    private boolean cancelled;
    private boolean paused;
    private boolean decided;
    private boolean ended;

    private @Nullable ExecutionStatus rowStatus;
    private @Nullable Instant wakeAt;
    private @Nullable Instant endedAt;

    /**
     * @param version the version with which it begins
     * @param versions gives the plan of each version
     * @param breach receives the rule and the violation
     */
    Biography(
            ExecutionId id,
            int version,
            IntFunction<Plan> versions,
            Coverage sometimes,
            BiConsumer<String, String> breach) {
        this.versions = versions;
        this.plan = versions.apply(version);
        this.sometimes = sometimes;
        this.breach = breach;
        this.language = new LanguageCheck(plan.workflow(), sometimes, breach);
        this.inputs = new Inputs(language);
        this.names = new CalledNames(sometimes);
        this.delay = new Delay(breach, sometimes);
        this.state = Evolution.first(id, plan);
    }

    ExecutionState state() {
        return state;
    }

    Plan plan() {
        return plan;
    }

    List<JournalRow> rows() {
        return rows;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Whether the store knows that this attempt was handed out. */
    boolean hasStarted(AttemptToken token) {
        return started.contains(new Started(token.step(), token.purpose(), token.attempt(), token.nonce()));
    }

    /** Whether the store knows how this attempt ended. */
    boolean hasClosed(AttemptToken token) {
        return closed.contains(new Started(token.step(), token.purpose(), token.attempt(), token.nonce()));
    }

    /** The input of the attempt, from the journal; null if the journal has none. */
    @Nullable Json input(AttemptToken token) {
        return inputsOfAttempts.get(new Started(token.step(), token.purpose(), token.attempt(), token.nonce()));
    }

    /** The name of the action or the workflow that the attempt calls; null if the journal has none. */
    @Nullable String called(AttemptToken token) {
        return namesOfAttempts.get(new Started(token.step(), token.purpose(), token.attempt(), token.nonce()));
    }

    /** An agent received the attempt. */
    void handedOut(AttemptToken token, String action, Json input) {
        require(input.equals(input(token)), "A2", "%s was handed out with %s, not with %s", token, input, input(token));
        require(action.equals(called(token)), "S7", "%s calls %s, not %s", token, action, called(token));
    }

    /** Number of rounds of the step that ended before the attempt. */
    int round(AttemptToken token) {
        Started attempt = new Started(token.step(), token.purpose(), token.attempt(), token.nonce());
        return roundsOfAttempts.getOrDefault(attempt, 0);
    }

    /** The child executions of this one. */
    Offspring offspring() {
        return offspring;
    }

    /** Whether the step, or the item, has an output. */
    boolean isDone(StepPath step) {
        return done.contains(step);
    }

    Set<StepPath> undone() {
        return undone;
    }

    /** The steps that had to be undone although the execution went on. */
    List<Step> undoneEarly() {
        return plan.workflow().steps().stream()
                .filter(step -> language.others().isUndone(StepPath.of(step.name())))
                .toList();
    }

    boolean isUndoing() {
        return undoing;
    }

    /** Whether it goes forward and could still be compensated. */
    boolean couldTurnRound() {
        return !undoing && !decided && !ended && !state.isPastPivot();
    }

    /** Checks of its items, rounds, choices and signals. */
    LanguageCheck language() {
        return language;
    }

    void index(ExecutionStatus status, @Nullable Instant wake, @Nullable Instant end) {
        rowStatus = status;
        wakeAt = wake;
        endedAt = end;
    }

    /** Checks that the index row matches the journal (I4), and that a wake-up is scheduled in time (I11). */
    void checkIndex() {
        if (rowStatus == null) {
            breach.accept("I4", "a journal without a row");
            return;
        }
        require(rowStatus == state.status(), "I4", "the row says %s, the journal %s", rowStatus, state.status());
        if (state.status().isTerminal()) {
            require(wakeAt == null && endedAt != null, "I11", "it has ended and is to wake at %s", wakeAt);
            return;
        }
        Instant wake = wakeAt;
        if (wake == null) {
            breach.accept("I11", "it is open and nothing will wake it");
            return;
        }
        require(
                state.inFlight() == 0 || wake.equals(ExecutionRow.IN_FLIGHT),
                "I11",
                "work is in flight and it is to wake at %s",
                wake);
        Instant due = state.dueAt();
        require(due == null || !wake.isAfter(due), "I11", "it is due at %s and wakes at %s", due, wake);
        for (Instant until : paused ? List.<Instant>of() : waits.values()) {
            require(!wake.isAfter(until), "I11", "a wait ends at %s and it wakes at %s", until, wake);
        }
        if (!wake.equals(ExecutionRow.IN_FLIGHT) && !waits.isEmpty()) {
            sometimes.saw(Milestone.PARKED);
        }
    }

    void accept(JournalRow row) {
        require(row.seq() == rows.size() + 1, "I4", "row %d follows row %d", row.seq(), rows.size());
        require(
                rows.isEmpty() || !row.at().isBefore(rows.getLast().at()),
                "I4",
                "time goes back from row %d on",
                row.seq());
        rows.add(row);
        List<Event> events = EventCodec.read(row.events());
        require(!events.isEmpty(), "I4", "row %d is empty", row.seq());
        for (Event event : events) {
            look(event, row.at());
            try {
                ExecutionState before = state;
                state = Evolution.apply(before, event, row.at(), versions);
                if (event instanceof Event.ExecutionMoved) {
                    String lost = MoveComparison.lost(before, state);
                    require(lost == null, "S9", "%s", lost);
                }
            } catch (RuntimeException e) {
                breach.accept("I4", "not a path of the state machine: " + e.getMessage());
                return;
            }
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be the only use of its library
    private void require(boolean holds, String rule, String problem, @Nullable Object... details) {
        if (!holds) {
            breach.accept(rule, problem.formatted(details));
        }
    }

    private void look(Event event, Instant at) {
        require(!ended, "I3", "something follows the end: %s", event);
        require(begun != event instanceof Event.ExecutionStarted, "I4", "the start is not the first event: %s", event);
        begun = true;
        require(bulks.add(event), "O5", "a bulk operation acted twice: %s", event);
        delay.look(event, at, state);
        language.look(event, at);
        inputs.look(event);
        names.look(event);
        sawMilestones(event);
        if (event instanceof Event.OfStep ofStep) {
            lookAtStep(ofStep, at);
        } else {
            lookAtExecution(event);
        }
        if (ended) {
            require(open.isEmpty(), "I7", "it ends while attempts are open: %s", open);
        }
    }

    private void sawMilestones(Event event) {
        Milestone milestone = EventMilestones.of(event, state);
        if (milestone != null) {
            sometimes.saw(milestone);
        }
    }

    private void lookAtStep(Event.OfStep event, Instant at) {
        switch (event) {
            case Event.StepTaken taken -> {
                if (taken.output() != null) {
                    require(done.add(taken.step()), "I5", "a second outcome: %s", taken);
                }
                offspring.taken(taken);
                if (taken.skipped() == SkipReason.OPERATOR) {
                    left.add(taken.step());
                }
            }
            case Event.ItemsStarted items -> {}
            case Event.RoundEnded round -> {
                if (open.containsKey(new SeriesOf(round.step(), Purpose.FORWARD))) {
                    close(round.step(), Purpose.FORWARD, round.attempt(), round);
                }
                offspring.roundEnded(round.step());
            }
            case Event.RoundUndone round -> {
                if (round.actor() == null) {
                    close(round.step(), Purpose.COMPENSATION, round.attempt(), round);
                }
                offspring.roundUndone(round.step());
            }
            case Event.RoundFound round ->
                require(offspring.found(round.step(), round.child()), "C3", "not the round before it: %s", round);
            case Event.SignalTaken taken -> forgetWaits(taken.step());
            case Event.OthersEnded others -> {
                boolean stopped =
                        open.keySet().stream().anyMatch(one -> language.others().isUnneeded(one.step()));
                sawIf(stopped, Milestone.OTHER_STOPPED);
            }
            case Event.ChildStarted start -> childStarted(start);
            case Event.StepReady ready -> ready(ready);
            case Event.StepStarted start -> started(start, at);
            case Event.CheckpointRecorded recorded ->
                openAttempt(recorded.step(), recorded.purpose(), recorded.attempt(), event);
            case Event.AttemptFailed failed -> attemptFailed(failed, at);
            case Event.StepWaiting waiting ->
                waits.put(new SeriesOf(waiting.step(), waiting.purpose()), waiting.until());
            case Event.StepNotStarted late -> {}
            case Event.StepResumed resumed -> due(new SeriesOf(resumed.step(), resumed.purpose()), at, event);
            case Event.ProbeAnswered answered -> close(answered.step(), Purpose.PROBE, answered.attempt(), event);
            case Event.StepCompleted completed -> completed(completed, at);
            case Event.StepFailed failed -> {
                sawIf(failed.continued(), Milestone.CONTINUED);
                forgetWaits(failed.step());
            }
            case Event.StepSkipped skipped -> {
                if (skipped.actor() != null) {
                    left.add(skipped.step());
                }
                forgetWaits(skipped.step());
            }
            case Event.StepEscalated escalated -> forgetWaits(escalated.step());
            case Event.StepRetried retried -> {
                if (retried.input() != null) {
                    sometimes.saw(Milestone.OPERATOR_EDITED);
                }
            }
            case Event.ProbeRequested asked -> forgetWaits(asked.step());
            case Event.StepResolved resolved -> {
                require(done.add(resolved.step()), "I5", "a second outcome: %s", resolved);
                offspring.resolved(resolved.step());
            }
            case Event.StepCompensated compensated -> compensated(compensated);
            case Event.LateReportKept kept -> {}
        }
    }

    private void lookAtExecution(Event event) {
        switch (event) {
            case Event.CancelRequested requested -> {
                cancelled = true;
                sawIf(!open.isEmpty(), Milestone.CANCEL_WHILE_RUNNING);
            }
            case Event.ExecutionPaused held -> {
                paused = true;
                sawIf(!open.isEmpty(), Milestone.HELD_WHILE_RUNNING);
            }
            case Event.ExecutionResumed resumed -> {
                paused = false;
                sawIf(!waits.isEmpty() || state.inFlight() < state.open().size(), Milestone.RESUMED_WITH_WORK);
            }
            case Event.ExecutionMoved moved -> {
                plan = versions.apply(moved.version());
                sawIf(plan.whole() != plan, Milestone.GROUP_MOVED);
                language.goOn(plan.workflow());
            }
            case Event.CompensationStarted undo -> undoing = true;
            case Event.CompletionStarted early -> {
                decided = true;
                sometimes.saw(Milestone.COMPLETED_EARLY);
                sawIf(!open.isEmpty(), Milestone.COMPLETED_EARLY_WHILE_RUNNING);
            }
            case Event.ForwardClosed forward -> {
                require(
                        open.keySet().stream().allMatch(one -> one.purpose() == Purpose.COMPENSATION),
                        "I10",
                        "attempts are open: %s",
                        open);
                sawIf(!undoing, Milestone.OTHERS_UNDONE_AT_END);
                forwardClosed = true;
            }
            case Event.FinallyStarted last_ -> {
                decided = true;
                sometimes.saw(undoing ? Milestone.FINALLY_AFTER_UNDO : Milestone.FINALLY_RAN);
            }
            case Event.ExecutionCompleted end -> ended = true;
            case Event.ExecutionCompensated end -> ended = true;
            case Event.ExecutionCancelled end -> ended = true;
            case Event.ExecutionFailed end -> ended = true;
            case Event.ExecutionStarted start -> {}
            case Event.SignalReceived received -> {}
            case Event.CompensationRequested requested -> {}
            case Event.ExecutionDelayed delayed -> {}
            case Event.ExecutionBegun later -> {}
            case Event.OfStep ofStep -> throw new IllegalArgumentException("an event of a step: " + ofStep);
        }
    }

    private void sawIf(boolean happened, Milestone milestone) {
        if (happened) {
            sometimes.saw(milestone);
        }
    }

    private void childStarted(Event.ChildStarted start) {
        begin(
                start.step(),
                start.purpose(),
                new Attempt(start.attempt(), start.nonce(), Instant.MAX, start.child()),
                start);
        require(offspring.started(start, plan.workflow().version()), "S7", "the same child twice: %s", start);
    }

    private void ready(Event.StepReady ready) {
        forgetWaits(ready.step());
        require(
                ready.purpose() != Purpose.COMPENSATION || mayBeUndone(ready.step()),
                "I10",
                "undone before forward attempts are closed: %s",
                ready);
        if (ready.purpose() == Purpose.COMPENSATION) {
            checkTurn(ready.step());
            StepState step = Objects.requireNonNull(state.step(ready.step()));
            require(!offspring.isByHand(ready.step()), "C4", "a person has to undo its last round: %s", ready);
            offspring.undoing(ready.step(), done.contains(ready.step()) || step.inDoubt());
        }
    }

    private void compensated(Event.StepCompensated compensated) {
        if (offspring.isBetweenRounds(compensated.step())) {
            require(offspring.isFirstRound(compensated.step()), "C3", "rounds are left to undo: %s", compensated);
        } else if (compensated.attempt() > 0 && compensated.actor() == null) {
            close(compensated.step(), Purpose.COMPENSATION, compensated.attempt(), compensated);
        }
        require(undone.add(compensated.step()), "I10", "undone twice: %s", compensated);
        sawIf(!done.contains(compensated.step()), Milestone.EFFECT_OF_UNKNOWN_UNDONE);
    }

    private boolean mayBeUndone(StepPath step) {
        return (forwardClosed && undoing) || language.others().isUndone(step);
    }

    private void checkTurn(StepPath step) {
        for (Step later : plan.workflow().steps()) {
            boolean isConcerned = undoing || language.others().isUndone(StepPath.of(later.name()));
            if (isConcerned && later.predecessors().contains(step.step()) && isUndoable(later)) {
                for (StepPath path : language.parts(later)) {
                    require(
                            !done.contains(path) || undone.contains(path) || left.contains(path),
                            "I10",
                            "step %s is undone before %s, which came after it",
                            step,
                            path);
                }
            }
        }
    }

    private static boolean isUndoable(Step step) {
        return step.task() instanceof Task.Child
                || (step.task() instanceof Task.Action action && action.compensate() != null);
    }

    private void started(Event.StepStarted start, Instant at) {
        require(at.isBefore(start.completeBy()), "I13", "it begins after its complete-by: %s", start);
        begin(
                start.step(),
                start.purpose(),
                new Attempt(start.attempt(), start.nonce(), start.completeBy(), null),
                start);
    }

    private void begin(StepPath step, Purpose purpose, Attempt attempt, Event start) {
        SeriesOf series = new SeriesOf(step, purpose);
        int before = last.getOrDefault(series, 0);
        require(attempt.number() == before + 1, "I6", "attempt %d follows attempt %d", attempt.number(), before);
        boolean busy = false;
        for (Purpose each : Purpose.values()) {
            busy |= open.containsKey(new SeriesOf(step, each));
        }
        require(!busy, "I6", "a second attempt is open: %s", start);
        require(!paused, "I7", "handed out while a person holds the execution: %s", start);
        boolean isFinally = plan.workflow().finallySteps().stream()
                .anyMatch(each -> each.name().equals(step.step()));
        require(
                purpose != Purpose.FORWARD || isFinally || !(cancelled || undoing),
                "I7",
                "handed out after the end of going forward: %s",
                start);
        require(
                purpose != Purpose.COMPENSATION || mayBeUndone(step),
                "I10",
                "undone before forward attempts are closed: %s",
                start);
        require(purpose != Purpose.FORWARD || !done.contains(step), "I5", "done already: %s", start);
        last.put(series, attempt.number());
        open.put(series, attempt);
        Started one = new Started(step, purpose, attempt.number(), attempt.nonce());
        started.add(one);
        inputsOfAttempts.put(one, inputs.of(step, purpose));
        namesOfAttempts.put(one, names.of(plan.workflow(), step, purpose));
        roundsOfAttempts.put(one, language.rounds(step));
        waits.remove(series);
    }

    private void attemptFailed(Event.AttemptFailed failed, Instant at) {
        Attempt attempt = close(failed.step(), failed.purpose(), failed.attempt(), failed);
        if (failed.failure().code().equals("COMPLETE_BY_PASSED")) {
            require(attempt == null || !at.isBefore(attempt.completeBy()), "I13", "given up too early: %s", failed);
        }
    }

    private void completed(Event.StepCompleted completed, Instant at) {
        StepPath step = completed.step();
        if (completed.attempt() == 0) {
            due(new SeriesOf(step, Purpose.FORWARD), at, completed);
        } else if (open.containsKey(new SeriesOf(step, Purpose.FORWARD))) {
            Attempt attempt = close(step, Purpose.FORWARD, completed.attempt(), completed);
            if (attempt != null && attempt.child() == null) {
                doneByAgent.add(step);
            }
        }
        forgetWaits(step);
        require(done.add(step), "I5", "a second outcome: %s", completed);
        require(!completed.output().text().contains("forged"), "I5", "a forged report was accepted: %s", completed);
    }

    private void due(SeriesOf series, Instant at, Event event) {
        Instant until = waits.remove(series);
        require(until == null || !paused, "I13", "a time acts on what a person holds: %s", event);
        require(until == null || !at.isBefore(until), "I13", "before its time %s: %s at %s", until, event, at);
    }

    private void forgetWaits(StepPath step) {
        for (Purpose purpose : Purpose.values()) {
            waits.remove(new SeriesOf(step, purpose));
        }
    }

    private @Nullable Attempt openAttempt(StepPath step, Purpose purpose, int attempt, Event event) {
        Attempt current = open.get(new SeriesOf(step, purpose));
        require(
                current != null && current.number() == attempt,
                "I6",
                "of an attempt that is not the open one (%s): %s",
                current,
                event);
        return current;
    }

    private @Nullable Attempt close(StepPath step, Purpose purpose, int attempt, Event event) {
        Attempt current = openAttempt(step, purpose, attempt, event);
        open.remove(new SeriesOf(step, purpose));
        if (current != null) {
            closed.add(new Started(step, purpose, attempt, current.nonce()));
            if (current.child() != null) {
                offspring.ended(current.child(), event);
            }
        }
        return current;
    }

    /** The output that was accepted from an agent, with the token of its attempt. */
    record Accepted(AttemptToken token, Json output) {}

    List<Accepted> accepted() {
        List<Accepted> accepted = new ArrayList<>();
        for (StepPath step : doneByAgent) {
            StepState at = Objects.requireNonNull(state.step(step));
            Json output = at.output();
            int attempt = at.attempts(Purpose.FORWARD);
            for (Started one : started) {
                if (output != null
                        && one.step().equals(step)
                        && one.purpose() == Purpose.FORWARD
                        && one.attempt() == attempt) {
                    accepted.add(new Accepted(
                            new AttemptToken(state.id(), step, Purpose.FORWARD, attempt, one.nonce()), output));
                }
            }
        }
        return accepted;
    }
}
