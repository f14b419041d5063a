package dev.reeve.internal.engine.audit;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Rule;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.Evolution;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Checks one execution by its row and its journal as they were at one time. Pure. Problems are described without
 * payloads, which must not get into logs (I19).
 */
final class Examination {

    /**
     * @param findings empty if no rule is violated
     * @param due the earliest due time in the execution; null if nothing is due, or if it is unknown
     * @param state the result of folding the journal; null if that fails
     */
    record Result(
            List<Breach> findings,
            @Nullable Instant due,
            @Nullable ExecutionState state) {

        static final Result SOUND = new Result(List.of(), null, null);

        static Result broken(Rule rule, String problem) {
            return new Result(List.of(new Breach(rule, problem)), null, null);
        }

        Result and(List<Breach> more) {
            List<Breach> all = new ArrayList<>(findings);
            all.addAll(more);
            return new Result(List.copyOf(all), due, state);
        }
    }

    private final ExecutionRow row;
    private final List<JournalRow> journal;
    private final IntFunction<Plan> versions;
    private final Set<StepPath> done = new HashSet<>();
    private final Set<StepPath> undone = new HashSet<>();
    private final List<Breach> findings = new ArrayList<>();

    private Examination(ExecutionRow row, List<JournalRow> journal, IntFunction<Plan> versions) {
        this.row = row;
        this.journal = journal;
        this.versions = versions;
    }

    /**
     * @param journal in the order of seq
     * @param versions returns the plan of each version of the workflow; throws for a missing one
     */
    static Result of(ExecutionRow row, List<JournalRow> journal, IntFunction<Plan> versions) {
        return new Examination(row, journal, versions).result();
    }

    private Result result() {
        ExecutionState state = fold();
        if (state == null) {
            return new Result(List.copyOf(findings), null, null);
        }
        compareRow(state);
        Instant due = due(state);
        checkWakeUp(state, due);
        checkInbox(state);
        return new Result(List.copyOf(findings), due, state);
    }

    /** Null if the journal is not a valid history. The remaining rules cannot be checked then. */
    private @Nullable ExecutionState fold() {
        ExecutionState state = null;
        Instant latest = Instant.MIN;
        int seq = 0;
        for (JournalRow entry : journal) {
            if (entry.seq() != ++seq) {
                found(Rule.HISTORY, "row %d of its journal is missing; found row %d", seq, entry.seq());
                return null;
            }
            if (entry.at().isBefore(latest)) {
                found(Rule.HISTORY, "row %d of its journal is of %s, the one before of %s", seq, entry.at(), latest);
            }
            latest = entry.at();
            List<Event> events = read(entry);
            if (events.isEmpty()) {
                found(Rule.HISTORY, "row %d of its journal has no events that this release can read", seq);
                return null;
            }
            for (Event event : events) {
                countOutcome(event);
                ExecutionState next = apply(state, event, entry.at());
                if (next == null) {
                    found(Rule.HISTORY, "row %d of its journal: %s is not possible there", seq, name(event));
                    return null;
                }
                state = next;
            }
        }
        if (state == null) {
            found(Rule.HISTORY, "it has no journal");
        }
        return state;
    }

    private static List<Event> read(JournalRow entry) {
        try {
            return EventCodec.read(entry.events());
        } catch (RuntimeException | StackOverflowError e) {
            return List.of();
        }
    }

    private @Nullable ExecutionState apply(@Nullable ExecutionState state, Event event, Instant at) {
        try {
            ExecutionState before = state == null ? Evolution.first(row.id(), event, versions) : state;
            return Evolution.apply(before, event, at, versions);
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static String name(Event event) {
        String name = event.getClass().getSimpleName();
        return event instanceof Event.OfStep ofStep ? name + " of step " + ofStep.step() : name;
    }

    /** The state machine would reject this too. Checked here so that it has a separate rule. */
    private void countOutcome(Event event) {
        boolean first = true;
        if (event instanceof Event.StepCompleted
                || event instanceof Event.StepResolved
                || (event instanceof Event.StepTaken taken && taken.output() != null)) {
            first = done.add(((Event.OfStep) event).step());
        } else if (event instanceof Event.StepCompensated compensated) {
            first = undone.add(compensated.step());
        }
        if (!first) {
            found(Rule.SINGLE_OUTCOME, "a second outcome: %s", name(event));
        }
    }

    private void compareRow(ExecutionState state) {
        Event.ExecutionStarted started = state.started();
        compare("status", row.status(), state.status());
        compare("namespace", row.namespace(), started.namespace());
        compare("key", row.key(), started.key());
        compare("workflow", row.workflow(), started.workflow());
        compare("version", row.version(), state.plan().workflow().version());
        compare("priority", row.priority(), started.priority());
        compare("labels", row.labels(), started.labels());
        compare("start", row.startedAt(), state.startedAt());
        compare("end", row.endedAt(), state.endedAt());
    }

    private void compare(String what, @Nullable Object inRow, @Nullable Object inJournal) {
        if (!Objects.equals(inRow, inJournal)) {
            found(Rule.HISTORY, "%s: its row says %s, its journal %s", what, inRow, inJournal);
        }
    }

    private void checkWakeUp(ExecutionState state, @Nullable Instant due) {
        Instant wake = row.wakeAt();
        if (state.status().isTerminal()) {
            if (wake != null) {
                found(Rule.WAKE_UP, "it has ended, and is to be woken at %s", wake);
            }
            return;
        }
        if (wake == null) {
            found(Rule.WAKE_UP, "it is open, and nothing will wake it");
        } else if (state.inFlight() > 0 && wake.isAfter(ExecutionRow.IN_FLIGHT)) {
            found(Rule.WAKE_UP, "work is in flight, and it is not woken before %s", wake);
        } else if (due != null && wake.isAfter(due)) {
            found(Rule.WAKE_UP, "something is due at %s, and it is not woken before %s", due, wake);
        }
        if (state.open().isEmpty() && !needsPerson(state) && state.paused() == null && state.delayedUntil() == null) {
            found(Rule.WAKE_UP, "it is open and waits for nothing");
        }
    }

    /**
     * The earliest of the end of the execution's delay, its own complete-by, those of its attempts, and the ends of its
     * waits. Only attempts count while the execution is paused.
     */
    private static @Nullable Instant due(ExecutionState state) {
        Instant earliest = state.status().isTerminal() ? null : state.dueAt();
        for (StepPath path : state.open()) {
            StepState step = state.step(path);
            Instant due = switch (step == null ? Open.IDLE : step.open()) {
                case Open.Idle idle -> null;
                case Open.Ready ready -> null;
                case Open.Child child -> null;
                case Open.Running running -> running.completeBy();
                case Open.Waiting waiting -> state.paused() == null ? waiting.until() : null;
            };
            if (due != null && (earliest == null || due.isBefore(earliest))) {
                earliest = due;
            }
        }
        return earliest;
    }

    private void checkInbox(ExecutionState state) {
        if (row.status() == ExecutionStatus.PAUSED) {
            return; // it needs a person in any case
        }
        boolean listed = row.status() == ExecutionStatus.ESCALATED;
        boolean needed = needsPerson(state);
        if (needed && !listed) {
            found(Rule.INBOX, "a step waits for a person, and it is listed as %s", row.status());
        } else if (listed && !needed) {
            found(Rule.INBOX, "it is listed as escalated, and no step waits for a person");
        } else if (listed && row.error() == null) {
            found(Rule.INBOX, "it is listed as escalated without a reason");
        }
    }

    private static boolean needsPerson(ExecutionState state) {
        for (StepPath path : state.paths()) {
            StepState step = state.step(path);
            if (step != null && step.status() == StepStatus.ESCALATED) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the library would be needed only for this annotation
    private void found(Rule rule, String problem, @Nullable Object... details) {
        findings.add(new Breach(rule, problem.formatted(details)));
    }
}
