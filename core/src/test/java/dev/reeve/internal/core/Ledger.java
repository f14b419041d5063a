package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.LedgerEntry.Outcome;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.values.JsonElements;
import dev.reeve.workflow.Others;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An independent judge of a history: knows the definition and the events, and nothing of the code that decides. Slow
 * and plain.
 */
final class Ledger {

    private final LedgerGraph graph;
    private final Map<String, LedgerEntry> entries;
    private boolean hasFinally;
    private boolean rerun;
    private boolean reverses;
    private boolean cancelled;
    private boolean undoRequested;
    private boolean paused;
    private @Nullable Instant delayedUntil;
    private boolean undoing;
    private boolean completing;
    private boolean forwardClosed;
    private @Nullable ExecutionStatus finallyOutcome;
    private @Nullable ExecutionStatus end;
    private int compensations;
    private final List<Event.SignalReceived> signals = new ArrayList<>();

    Ledger(Definition workflow) {
        graph = new LedgerGraph(workflow);
        entries = graph.entries;
        hasFinally = !workflow.finallySteps().isEmpty();
    }

    /** It goes on with another version. */
    void moved(Definition to) {
        graph.moved(to);
        hasFinally = !to.finallySteps().isEmpty();
    }

    /** Whether a report with this token has to be accepted now (I5). */
    boolean isOpen(AttemptToken token) {
        LedgerEntry entry = graph.entry(token.step());
        return entry.openAttempt == token.purpose()
                && Objects.equals(entry.attempts.get(token.purpose()), token.attempt())
                && entry.openNonce == token.nonce();
    }

    ExecutionStatus end() {
        return Objects.requireNonNull(end);
    }

    void add(Event event, Instant at) {
        assertThat(end).as("I3: nothing follows the end, but %s", event).isNull();
        switch (event) {
            case Event.OfStep ofStep -> {
                LedgerEntry entry = graph.entry(ofStep.step());
                assertThat(entry.isFinally || (event instanceof Event.LateReportKept && finallyOutcome != null))
                        .as("%s belongs to the graph that runs", event)
                        .isEqualTo(finallyOutcome != null);
                ofStep(entry, ofStep, at);
            }
            case Event.ExecutionStarted e -> {
                assertThat(e.version()).isPositive();
                rerun = e.rerun() != null;
                reverses = e.parent() != null && e.parent().undoes() != null;
            }
            case Event.SignalReceived e -> {
                boolean forward = !(undoing || completing) && finallyOutcome == null;
                assertThat(entries.values())
                        .as("I7: %s", e)
                        .anyMatch(entry -> (forward || entry.isFinally) && isFor(e, entry.step.task()));
                signals.add(e);
            }
            case Event.CancelRequested e -> {
                assertThat(undoing).isFalse();
                cancelled = true;
            }
            case Event.CompensationRequested e -> {
                assertThat(undoing).isFalse();
                undoRequested = true;
            }
            case Event.ExecutionPaused e -> {
                assertThat(paused).isFalse();
                paused = true;
            }
            case Event.ExecutionResumed e -> {
                assertThat(paused).isTrue();
                paused = false;
            }
            case Event.ExecutionDelayed e -> delayedUntil = e.until();
            case Event.ExecutionBegun e -> {
                assertThat(at).as("I13").isAfterOrEqualTo(delayedUntil);
                assertThat(entries.values()).as("S8").noneMatch(LedgerEntry::isTouched);
                delayedUntil = null;
            }
            case Event.ExecutionMoved e -> {
                assertThat(undoing || finallyOutcome != null).as("S9: %s", e).isFalse();
            }
            case Event.CompensationStarted e -> {
                assertThat(paused && (cancelled || undoRequested)).isFalse();
                assertThat(undoing).isFalse();
                undoing = true;
            }
            case Event.CompletionStarted e -> complete(e);
            case Event.ForwardClosed e -> {
                assertThat(undoing || (completing && entries.values().stream().anyMatch(LedgerEntry::isUndoneEarly)))
                        .isTrue();
                assertThat(entries.values())
                        .allMatch(entry -> entry.openAttempt == null, "I10: all attempts are closed");
                forwardClosed = true;
            }
            case Event.FinallyStarted e -> {
                assertThat(hasFinally).isTrue();
                finallyOutcome = e.outcome();
            }
            case Event.ExecutionCompleted e -> end = ExecutionStatus.COMPLETED;
            case Event.ExecutionCompensated e -> end = ExecutionStatus.COMPENSATED;
            case Event.ExecutionCancelled e -> end = ExecutionStatus.CANCELLED;
            case Event.ExecutionFailed e -> end = ExecutionStatus.FAILED;
        }
    }

    private void complete(Event.CompletionStarted e) {
        assertThat(undoing || completing || finallyOutcome != null)
                .as("S7: %s", e)
                .isFalse();
        assertThat(graph.entry(e.endedBy()).step.task()).isInstanceOf(Task.Complete.class);
        completing = true;
    }

    private void ofStep(LedgerEntry entry, Event.OfStep event, Instant at) {
        switch (event) {
            case Event.StepTaken e -> {
                assertThat(entries.values())
                        .as("O2: taken over before anything begins: %s", e)
                        .allMatch(other -> !other.begun || reverses);
                assertThat(rerun || reverses).as("O2: %s", e).isTrue();
                entry.output = e.output();
                outcome(entry, outcome(e));
                if (e.output() != null && e.skipped() != null) {
                    assertThat(e.skipped()).as("O2: %s", e).isEqualTo(SkipReason.NOT_NEEDED);
                    entry.unneeded = Others.CANCEL;
                }
                entry.doubt = e.possiblyDone();
                entry.repeated = e.rounds();
            }
            case Event.StepReady e -> ready(entry, e);
            case Event.ItemsStarted e -> itemsStarted(entry, e);
            case Event.RoundEnded e -> roundEnded(entry, e);
            case Event.RoundUndone e -> roundUndone(entry, e);
            case Event.RoundFound e -> {
                assertThat(entry.roundUndone).as("C3: %s", e).isTrue();
                entry.roundUndone = false;
            }
            case Event.SignalTaken e -> signalTaken(entry, e);
            case Event.OthersEnded e -> othersEnded(entry, e);
            case Event.StepStarted e -> started(entry, e, e.purpose(), e.attempt(), e.nonce());
            case Event.ChildStarted e -> started(entry, e, e.purpose(), e.attempt(), e.nonce());
            case Event.CheckpointRecorded e -> assertOpen(entry, e.purpose(), e.attempt());
            case Event.AttemptFailed e -> attemptFailed(entry, e);
            case Event.StepWaiting e -> waiting(entry, e);
            case Event.StepResumed e -> {
                assertNotEarly(entry, at);
                if (e.purpose() == Purpose.FORWARD) {
                    assertThat(mayNotGoOn(entry)).as("I7: %s", e).isFalse();
                }
            }
            case Event.StepNotStarted e ->
                assertThat(e.purpose() == Purpose.FORWARD && mayNotGoOn(entry))
                        .as("I7: %s", e)
                        .isFalse();
            case Event.ProbeAnswered e -> {
                close(entry, Purpose.PROBE, e.attempt());
                entry.doubt &= !(e.answer() instanceof ProbeAnswer.NotDone);
                entry.unknown &= entry.doubt;
            }
            case Event.StepCompleted e -> completed(entry, e, at);
            case Event.StepFailed e -> {
                graph.beginIfItem(entry);
                assertThat(e.continued() && entry.doubt && !entry.mayBeTriedAgainBlindly())
                        .as("V5: %s", e)
                        .isFalse();
                outcome(entry, e.continued() ? Outcome.CONTINUED : Outcome.FAILED);
            }
            case Event.StepSkipped e -> skipped(entry, e);
            case Event.StepEscalated e -> {
                graph.beginIfItem(entry);
                assertThat(entry.openAttempt).isNull();
                if (e.purpose() == Purpose.COMPENSATION) {
                    if (!entry.compensationBegun) {
                        beginCompensation(entry);
                    }
                    entry.escalatedForCompensation = true;
                }
            }
            case Event.StepRetried e -> {
                assertThat(e.input() != null && e.purpose() == Purpose.FORWARD && entry.doubt)
                        .as("A2: %s", e)
                        .isFalse();
                entry.failedInRound = 0;
                entry.lost = 0;
                entry.rounds = 0;
                entry.counted = 0;
                entry.unknown = false;
            }
            case Event.ProbeRequested e -> {
                assertThat(entry.doubt && entry.openAttempt == null).isTrue();
                entry.until = null;
            }
            case Event.StepResolved e -> {
                entry.output = e.output();
                outcome(entry, Outcome.DONE);
            }
            case Event.StepCompensated e -> {
                if (e.actor() == null && !entry.roundUndone) {
                    close(entry, Purpose.COMPENSATION, e.attempt());
                }
                entry.roundUndone = false;
                endCompensation(entry);
            }
            case Event.LateReportKept e ->
                assertThat(e.attempt()).isBetween(1, entry.attempts.getOrDefault(e.purpose(), 0));
        }
    }

    private Outcome outcome(Event.StepTaken e) {
        if (e.output() != null) {
            return Outcome.DONE;
        }
        return switch (e.skipped()) {
            case null -> Outcome.CONTINUED;
            case OPERATOR -> Outcome.SKIPPED_BY_OPERATOR;
            case CONDITION, PREDECESSORS, NOT_NEEDED -> Outcome.LEFT_OUT;
            case WITHDRAWN -> {
                assertThat(reverses).as("O2: it was not settled: %s", e).isTrue();
                yield Outcome.WITHDRAWN;
            }
        };
    }

    private void ready(LedgerEntry entry, Event.StepReady e) {
        assertThat(entry.openAttempt).isNull();
        entry.until = null;
        switch (e.purpose()) {
            case FORWARD -> {
                assertThat(mayNotGoOn(entry)).as("I7: %s", e).isFalse();
                graph.begin(entry);
            }
            case PROBE ->
                assertThat(entry.doubt)
                        .as("only what is in doubt is asked about")
                        .isTrue();
            case COMPENSATION -> {
                if (!entry.compensationBegun) {
                    beginCompensation(entry);
                }
            }
        }
    }

    private boolean mayNotGoOn(LedgerEntry entry) {
        return ((undoing || completing) && !entry.isFinally) || entry.isUnneeded();
    }

    private void othersEnded(LedgerEntry entry, Event.OthersEnded e) {
        assertThat(mayNotGoOn(entry)).as("I7: %s", e).isFalse();
        assertThat(entry.begun).as("S7: %s", e).isFalse();
        Set<String> named = new HashSet<>();
        e.others().forEach(other -> named.add(other.toString()));
        assertThat(named).as("S7: the others of %s", e.step()).isEqualTo(graph.others(entry, true));
        Others others = entry.step.join().others();
        assertThat(e.undone()).isEqualTo(others == Others.UNDO);
        named.forEach(name -> graph.entry(name).unneeded = others);
    }

    private void itemsStarted(LedgerEntry entry, Event.ItemsStarted e) {
        graph.begin(entry);
        List<LedgerEntry> items = new ArrayList<>();
        for (int i = 0; i < JsonElements.of(e.items()).size(); i++) {
            LedgerEntry item = new LedgerEntry(entry.step, entry.isFinally, entry);
            item.descendants.addAll(entry.descendants);
            items.add(item);
        }
        entry.items = items;
    }

    private void roundEnded(LedgerEntry entry, Event.RoundEnded e) {
        assertThat(mayNotGoOn(entry)).as("I7: %s", e).isFalse();
        if (entry.openAttempt != null) {
            close(entry, Purpose.FORWARD, e.attempt());
        }
        entry.repeated++;
        entry.counted++;
        assertThat(entry.counted)
                .as("I16")
                .isLessThanOrEqualTo(Objects.requireNonNull(entry.step.repeat()).max());
        entry.doubt = false;
        entry.unknown = false;
        entry.failedInRound = 0;
        entry.lost = 0;
        entry.rounds = 0;
    }

    private static void roundUndone(LedgerEntry entry, Event.RoundUndone e) {
        if (e.actor() == null) {
            close(entry, Purpose.COMPENSATION, e.attempt());
        }
        assertThat(entry.compensationBegun).isTrue();
        assertThat(entry.step.repeat()).isNotNull();
        entry.escalatedForCompensation = false;
        entry.roundUndone = true;
    }

    private static boolean isFor(Event.SignalReceived e, Task task) {
        return e.signal().equals(task.updateOn())
                || (task instanceof Task.Await await && await.signals().contains(e.signal()));
    }

    /** Each signal is taken once, those that came first before the others. */
    private void signalTaken(LedgerEntry entry, Event.SignalTaken e) {
        for (int i = 0; i < signals.size(); i++) {
            if (signals.get(i).signal().equals(e.signal())) {
                Json data = signals.remove(i).data();
                if (e.signal().equals(entry.step.task().updateOn())) {
                    return; // it goes on waiting, until another time
                }
                boolean several = entry.step.task() instanceof Task.Await await && await.isOfSeveral();
                Json taken =
                        several ? new Json("{\"signal\":\"" + e.signal() + "\",\"data\":" + data.text() + "}") : data;
                if (entry.step.repeat() != null) {
                    entry.collected.add(taken);
                    return; // it may go on waiting
                }
                entry.output = taken;
                entry.until = null;
                return;
            }
        }
        throw new AssertionError("no such signal came: " + e);
    }

    private void started(LedgerEntry entry, Event e, Purpose purpose, int attempt, long nonce) {
        assertThat(entry.openAttempt).as("I6: one attempt at a time").isNull();
        assertThat(paused).as("nothing is handed out while it is held: %s", e).isFalse();
        assertThat(attempt).as("I6").isEqualTo(entry.attempts.getOrDefault(purpose, 0) + 1);
        if (purpose == Purpose.FORWARD) {
            assertThat(mayNotGoOn(entry)).as("I7: %s", e).isFalse();
            assertThat(entry.outcome).as("I5").isNull();
            assertThat(entry.unknown && !entry.mayBeTriedAgainBlindly())
                    .as("V5: %s", e)
                    .isFalse();
        }
        if (purpose == Purpose.COMPENSATION) {
            assertThat(entry.compensationBegun && !entry.compensationOver)
                    .as("I10")
                    .isTrue();
        }
        entry.attempts.put(purpose, attempt);
        entry.openAttempt = purpose;
        entry.openNonce = nonce;
        entry.until = null;
    }

    private void attemptFailed(LedgerEntry entry, Event.AttemptFailed e) {
        close(entry, e.purpose(), e.attempt());
        if (e.purpose() != Purpose.FORWARD) {
            return;
        }
        Failure failure = e.failure();
        entry.unknown = failure.cause() == Cause.SILENT || failure.cause() == Cause.LOST || failure.possiblyDone();
        entry.doubt |= entry.unknown;
        entry.failedInRound += switch (failure.cause()) {
            case TRANSIENT, SILENT, BUSINESS -> 1; // a business failure may be retried by its code
            case LOST, THROTTLED, POISON -> 0;
        };
        entry.lost += failure.cause() == Cause.LOST ? 1 : 0;
        if (entry.step.task() instanceof Task.Action action) {
            assertThat(entry.failedInRound)
                    .as("I16")
                    .isLessThanOrEqualTo(action.call().retry().maxAttempts());
            assertThat(entry.lost).as("I16").isLessThanOrEqualTo(5);
        }
    }

    private void waiting(LedgerEntry entry, Event.StepWaiting e) {
        assertThat(entry.openAttempt).isNull();
        boolean isMoved = entry.until != null && entry.step.task().updateOn() != null;
        entry.until = e.until();
        if (isMoved) {
            return;
        }
        if (e.reason() == WaitReason.TIMER || e.reason() == WaitReason.SIGNAL) {
            graph.begin(entry);
        } else if (e.purpose() == Purpose.FORWARD) {
            assertThat(mayNotGoOn(entry)).as("I7: %s", e).isFalse();
            if (e.reason() == WaitReason.PAUSE) {
                entry.failedInRound = 0;
                entry.rounds++;
                Task.Action action = (Task.Action) entry.step.task();
                assertThat(entry.rounds)
                        .as("I16")
                        .isLessThanOrEqualTo(action.onExhausted().rounds());
            }
        }
    }

    private void completed(LedgerEntry entry, Event.StepCompleted e, Instant at) {
        boolean isList = !entry.collected.isEmpty()
                && e.output().value() instanceof List<?>
                && JsonElements.of(e.output()).equals(entry.collected);
        if (isList) {
            entry.until = null; // the last signal ended the wait
        }
        if (e.attempt() == 0) {
            assertNotEarly(entry, at);
            if (!entry.begun) {
                graph.begin(entry);
            }
        } else if (entry.openAttempt != null) {
            close(entry, Purpose.FORWARD, e.attempt());
        }
        if (entry.items != null) {
            assertThat(entry.items).allMatch(item -> item.outcome != null && item.outcome.settles(), "is settled");
            assertThat(JsonElements.of(e.output()))
                    .isEqualTo(entry.items.stream()
                            .map(item -> item.output == null ? Json.NULL : item.output)
                            .toList());
        }
        entry.output = e.output();
        outcome(entry, Outcome.DONE);
    }

    private void skipped(LedgerEntry entry, Event.StepSkipped e) {
        assertThat(entry.openAttempt).isNull();
        if (entry.escalatedForCompensation) {
            assertThat(e.actor()).isNotNull();
            entry.leftAsItIs = true;
            endCompensation(entry);
            return;
        }
        switch (e.skipReason()) {
            case CONDITION -> {
                graph.begin(entry);
                outcome(entry, Outcome.LEFT_OUT);
            }
            case PREDECESSORS -> {
                assertThat(entry.step.predecessors()).isNotEmpty();
                assertThat(graph.reached(entry) + graph.unsettled(entry))
                        .isLessThan(Math.max(1, entry.step.join().count()));
                outcome(entry, Outcome.LEFT_OUT);
            }
            case WITHDRAWN -> {
                assertThat(undoing || completing || (reverses && entry.step.forEach() != null))
                        .isTrue();
                assertThat(entry.doubt).as("C5: %s", entry.step.name()).isFalse();
                outcome(entry, Outcome.WITHDRAWN);
            }
            case NOT_NEEDED -> {
                assertThat(entry.isUnneeded()).isTrue();
                assertThat(entry.doubt).as("C5: %s", entry.step.name()).isFalse();
                outcome(entry, Outcome.LEFT_OUT);
            }
            case OPERATOR -> {
                assertThat(e.actor()).isNotNull();
                outcome(entry, Outcome.SKIPPED_BY_OPERATOR);
            }
        }
    }

    private static void outcome(LedgerEntry entry, Outcome outcome) {
        assertThat(entry.outcome).as("I5: one outcome of %s", entry.step.name()).isNull();
        entry.outcome = outcome;
        entry.until = null;
        if (outcome == Outcome.DONE) {
            entry.doubt = false;
        }
    }

    private void beginCompensation(LedgerEntry entry) {
        boolean early = !undoing;
        LedgerEntry whole = entry.parent == null ? entry : entry.parent;
        assertThat(early ? !completing || forwardClosed : forwardClosed)
                .as("I10")
                .isTrue();
        assertThat(!early || (entry.isUndoneEarly() && whole.outcome != null && !entry.isFinalPivot()))
                .as("I10: %s is one of the others, and has ended", entry.step.name())
                .isTrue();
        assertThat(entry.mustBeUndone())
                .as("I10: %s was done, or may have been", entry.step.name())
                .isTrue();
        graph.checkUndoneAfter(entry, early);
        entry.compensationBegun = true;
        compensations++;
    }

    private static void endCompensation(LedgerEntry entry) {
        assertThat(entry.compensationBegun).isTrue();
        assertThat(entry.compensationOver).isFalse();
        entry.compensationOver = true;
        entry.escalatedForCompensation = false;
    }

    private static void assertOpen(LedgerEntry entry, Purpose purpose, int attempt) {
        assertThat(entry.openAttempt).isEqualTo(purpose);
        assertThat(entry.attempts).containsEntry(purpose, attempt);
    }

    private static void close(LedgerEntry entry, Purpose purpose, int attempt) {
        assertOpen(entry, purpose, attempt);
        entry.openAttempt = null;
    }

    /** I13. */
    private static void assertNotEarly(LedgerEntry entry, Instant at) {
        if (entry.until != null) {
            assertThat(at).as("I13").isAfterOrEqualTo(entry.until);
            entry.until = null;
        }
    }

    /** The part of this execution that a re-run takes over. */
    void checkTaken(String from, List<Event.StepTaken> taken) {
        Set<String> names = new HashSet<>();
        taken.forEach(one -> names.add(one.step().toString()));
        assertThat(names).doesNotContain(from);
        assertThat(graph.entry(from).descendants).noneMatch(names::contains);
        Set<String> notNeeded = new HashSet<>();
        taken.stream()
                .filter(one -> one.skipped() == SkipReason.NOT_NEEDED)
                .forEach(one -> notNeeded.add(one.step().toString()));
        entries.forEach((name, entry) -> {
            assertThat(!names.contains(name)
                            || (notNeeded.contains(name) && (entry.isUnneeded() || rerun))
                            || (entry.outcome != null
                                    && entry.outcome.settles()
                                    && !entry.isFinally
                                    && !(entry.compensationOver && !entry.leftAsItIs)))
                    .as("only what is settled and not undone is taken over: %s", name)
                    .isTrue();
            assertThat(!entry.descendants.contains(from) || names.contains(name))
                    .as("what leads there is taken over: %s", name)
                    .isTrue();
        });
    }

    /** The execution has ended as its history says that it had to. */
    void checkEnd(ExecutionState state) {
        assertThat(state.status()).isEqualTo(end);
        List<LedgerEntry> all = new ArrayList<>(entries.values());
        entries.values().stream()
                .filter(entry -> entry.items != null)
                .forEach(entry -> all.addAll(Objects.requireNonNull(entry.items)));
        for (LedgerEntry entry : all) {
            assertThat(entry.openAttempt).isNull();
            boolean isUndone = undoing || (entry.isUndoneEarly() && !entry.isFinalPivot());
            if (entry.items == null && !entry.isFinally) {
                assertThat(entry.compensationOver).as(entry.step.name()).isEqualTo(isUndone && entry.mustBeUndone());
            }
            boolean mayBeOpen =
                    ((undoing || completing) && !entry.isFinally) || (entry.parent != null && entry.isUnneeded());
            assertThat(entry.outcome != null ? mayBeOpen || entry.outcome.settles() : mayBeOpen && !entry.begun)
                    .as("%s is settled", entry.step.name())
                    .isTrue();
        }
        ExecutionStatus expected = !undoing
                ? ExecutionStatus.COMPLETED
                : cancelled
                        ? ExecutionStatus.CANCELLED
                        : compensations > 0 || undoRequested ? ExecutionStatus.COMPENSATED : ExecutionStatus.FAILED;
        assertThat(end).isEqualTo(expected);
        assertThat(finallyOutcome).isEqualTo(hasFinally ? expected : null);
        assertThat(state.output() != null).isEqualTo(end == ExecutionStatus.COMPLETED);
    }
}
