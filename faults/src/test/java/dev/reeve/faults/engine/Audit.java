package dev.reeve.faults.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.ListPosition;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredWorkflow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares the observations of agents and clients with the final content of the store. Every test of this module ends
 * with it.
 *
 * <ul>
 *   <li>I1, I2: what was acknowledged exists once for each key, and has ended as required; so has everything else.
 *   <li>I3, I4: one end, as the last event; journals without a gap, whose fold equals the row.
 *   <li>I5, I6: one accepted outcome of each step; attempt numbers only rise.
 *   <li>I7: no handler was called for an attempt that the journal does not show as started, nor for one after the
 *       accepted one.
 *   <li>I10: nothing is undone before forward attempts are closed, and the later step first.
 *   <li>I18: one idempotency key for all attempts of a step; callers were notified of the true end.
 * </ul>
 */
public final class Audit {

    private static final String NAMESPACE = "default";
    private static final int VIOLATIONS_KEPT = 20;

    private record Work(ExecutionId execution, StepPath step, Purpose purpose) {}

    private final Store store;
    private final List<Ledger.Entry> ledger;
    private final Predicate<ExecutionId> leftOut;
    private final Map<ExecutionId, ExecutionRow> rows = new HashMap<>();
    private final Map<String, Plan> plans = new HashMap<>();
    private final Map<Work, Set<Integer>> startedAttempts = new HashMap<>();
    private final Map<Work, Integer> accepted = new HashMap<>();
    private final List<String> violations = new ArrayList<>();

    private Audit(Store store, List<Ledger.Entry> ledger, Predicate<ExecutionId> leftOut) {
        this.store = store;
        this.ledger = ledger;
        this.leftOut = leftOut;
    }

    /** Fails with the violations. The engines must be closed. */
    public static void check(Place place, Path ledger) {
        check(place, ledger, id -> false);
    }

    /** @param leftOut executions that the test has damaged itself */
    public static void check(Place place, Path ledger, Predicate<ExecutionId> leftOut) {
        try (Store store = place.look()) {
            Audit audit = new Audit(store, Ledger.read(ledger), leftOut);
            audit.run();
            assertThat(audit.violations).as("what the audit found").isEmpty();
        }
    }

    private void run() {
        for (StoredWorkflow stored : store.workflows(NAMESPACE)) {
            plans.put(stored.name() + " " + stored.version(), Plan.of(DefinitionReader.restore(stored.content())));
        }
        readRows();
        rows.values().forEach(this::checkHistory);
        checkLedger();
    }

    private void readRows() {
        @Nullable ListPosition last = null;
        List<ExecutionRow> page;
        do {
            page = store.list(new ExecutionFilter(
                    NAMESPACE, null, Set.of(), Map.of(), null, null, last, ExecutionFilter.LIMIT_MAX));
            for (ExecutionRow row : page) {
                if (!leftOut.test(row.id())) {
                    rows.put(row.id(), row);
                }
                last = row.position();
            }
        } while (page.size() == ExecutionFilter.LIMIT_MAX);
    }

    private static ExecutionStatus expected(String workflow) {
        return workflow.equals("undone") ? ExecutionStatus.COMPENSATED : ExecutionStatus.COMPLETED;
    }

    private void checkHistory(ExecutionRow row) {
        if (Workload.NAMES.contains(row.workflow()) && row.status() != expected(row.workflow())) {
            violation("%s of workflow %s is %s".formatted(row.id(), row.workflow(), row.status()));
        }
        List<JournalRow> journal = store.history(row.id());
        try {
            ExecutionState state = Journal.fold(
                    row.id(),
                    version -> Objects.requireNonNull(plans.get(row.workflow() + " " + version), row.workflow()),
                    journal);
            if (state.status() != row.status()) {
                violation("%s is %s, and its journal says %s".formatted(row.id(), row.status(), state.status()));
            }
        } catch (IllegalStateException e) {
            violation("%s: %s".formatted(row.id(), e.getMessage()));
        }
        Story story = new Story(row.id());
        for (JournalRow written : journal) {
            EventCodec.read(written.events()).forEach(story::tell);
        }
        if (!story.ended) {
            violation("%s has not ended".formatted(row.id()));
        }
    }

    /** The events of one execution, one after the other. */
    private final class Story {

        private final ExecutionId id;
        private boolean ended;
        private boolean forwardClosed;
        private final List<StepPath> completed = new ArrayList<>();
        private final Set<StepPath> compensated = new HashSet<>();

        Story(ExecutionId id) {
            this.id = id;
        }

        void tell(Event event) {
            if (ended) {
                violation("%s: %s after the end".formatted(id, event));
            }
            switch (event) {
                case Event.StepStarted e -> started(e);
                case Event.StepCompleted e -> {
                    if (accepted.put(new Work(id, e.step(), Purpose.FORWARD), e.attempt()) != null) {
                        violation("%s: two results of step %s".formatted(id, e.step()));
                    }
                    completed.add(e.step());
                }
                case Event.StepCompensated e -> {
                    if (accepted.put(new Work(id, e.step(), Purpose.COMPENSATION), e.attempt()) != null) {
                        violation("%s: step %s was undone twice".formatted(id, e.step()));
                    }
                    int place = completed.indexOf(e.step());
                    if (completed.subList(place + 1, completed.size()).stream()
                            .anyMatch(later -> !compensated.contains(later))) {
                        violation("%s: step %s was undone before a later one".formatted(id, e.step()));
                    }
                    compensated.add(e.step());
                }
                case Event.ForwardClosed e -> forwardClosed = true;
                case Event.ExecutionCompleted e -> ended = true;
                case Event.ExecutionCompensated e -> ended = true;
                case Event.ExecutionCancelled e -> ended = true;
                case Event.ExecutionFailed e -> ended = true;
                default -> {
                    // the fold has checked it
                }
            }
        }

        private void started(Event.StepStarted e) {
            Set<Integer> attempts =
                    startedAttempts.computeIfAbsent(new Work(id, e.step(), e.purpose()), work -> new HashSet<>());
            if (!attempts.add(e.attempt()) || attempts.size() != e.attempt()) {
                violation("%s: attempt %d of step %s after attempts %s".formatted(id, e.attempt(), e.step(), attempts));
            }
            if ((e.purpose() == Purpose.COMPENSATION) != forwardClosed) {
                violation("%s: %s, and forward attempts were%s closed".formatted(id, e, forwardClosed ? "" : " not"));
            }
        }
    }

    private void checkLedger() {
        Map<String, ExecutionId> byKey = new HashMap<>();
        Map<Work, String> idempotencyKeys = new HashMap<>();
        for (Ledger.Entry entry : ledger) {
            switch (entry) {
                case Ledger.Entry.Acknowledged e -> {
                    ExecutionId before = byKey.putIfAbsent(e.key(), e.execution());
                    if (before != null && !before.equals(e.execution())) {
                        violation("key %s is %s and %s".formatted(e.key(), before, e.execution()));
                    }
                    known(e.execution(), e);
                }
                case Ledger.Entry.Ended e -> {
                    ExecutionRow row = known(e.execution(), e);
                    if (row != null && !row.status().name().equals(e.status())) {
                        violation("%s is %s, and a caller was told %s".formatted(row.id(), row.status(), e.status()));
                    }
                }
                case Ledger.Entry.Called e -> called(e, idempotencyKeys);
                case Ledger.Entry.Returned e -> known(e.execution(), e);
            }
        }
    }

    private void called(Ledger.Entry.Called call, Map<Work, String> idempotencyKeys) {
        if (known(call.execution(), call) == null) {
            return;
        }
        Work work = new Work(call.execution(), call.step(), call.purpose());
        if (!startedAttempts.getOrDefault(work, Set.of()).contains(call.attempt())) {
            violation("%s was never committed".formatted(call));
        }
        if (call.attempt() > accepted.getOrDefault(work, Integer.MAX_VALUE)) {
            violation("%s: the result is from attempt %d".formatted(call, accepted.get(work)));
        }
        String key = idempotencyKeys.putIfAbsent(work, call.key());
        if (key != null && !key.equals(call.key())) {
            violation("%s: another attempt had key %s".formatted(call, key));
        }
    }

    private @Nullable ExecutionRow known(ExecutionId id, Ledger.Entry entry) {
        ExecutionRow row = rows.get(id);
        if (row == null && !leftOut.test(id)) {
            violation("%s is not in the store: %s".formatted(id, entry));
        }
        return row;
    }

    private void violation(String what) {
        if (violations.size() < VIOLATIONS_KEPT) {
            violations.add(what);
        }
    }
}
