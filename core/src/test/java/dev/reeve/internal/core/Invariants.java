package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.Evolution;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Items;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Phase;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The invariants of every decision and of every ended history. Shares no code with the
 * rules: it looks at events and at the definition.
 */
final class Invariants {

    private final List<Event> history = new ArrayList<>();
    private final Ledger ledger;
    private final Set<Taken> taken = new HashSet<>();
    private final Map<Integer, Plan> versions = new HashMap<>();
    private ExecutionState folded;

    /** A transition that was seen: the names of the status or phase, the event and the purpose. */
    record Taken(String from, String event, String purpose, String to) {}

    Invariants(ExecutionId id, Plan plan) {
        this.folded = Evolution.first(id, plan);
        this.ledger = new Ledger(plan.workflow());
    }

    /** This version was deployed. */
    void knows(Plan version) {
        versions.put(version.workflow().version(), version);
    }

    List<Event> history() {
        return history;
    }

    Set<Taken> taken() {
        return taken;
    }

    Ledger ledger() {
        return ledger;
    }

    void check(List<Event> events, ExecutionState state, Instant at) {
        // I4: a reader of the journal finds the decided events, and folds to the same state.
        List<Event> read = EventCodec.read(EventCodec.write(events));
        assertThat(read).isEqualTo(events);
        for (Event event : read) {
            ExecutionState before = folded;
            folded = Evolution.apply(folded, event, at, version -> Objects.requireNonNull(versions.get(version)));
            history.add(event);
            if (event instanceof Event.ExecutionMoved) {
                ledger.moved(folded.plan().workflow());
            }
            ledger.add(event, at);
            remember(before, folded, event);
        }
        assertThat(folded).isEqualTo(state);
        checkCounters(state);
        checkEveryOpenStateIsWaitedFor(state);
        if (state.status().isTerminal()) {
            ledger.checkEnd(state);
        }
    }

    private void remember(ExecutionState before, ExecutionState after, Event event) {
        String name = event.getClass().getSimpleName();
        if (event instanceof Event.LateReportKept) {
            return;
        }
        if (event instanceof Event.OfStep ofStep) {
            StepState from = Objects.requireNonNull(before.step(ofStep.step()));
            StepState to = Objects.requireNonNull(after.step(ofStep.step()));
            String purpose = event instanceof Event.ProbeAnswered
                    ? "PROBE"
                    : to.purpose().name();
            taken.add(new Taken(from.status().name(), name, purpose, to.status().name()));
        } else {
            taken.add(new Taken(before.phase.name(), name, "", after.phase.name()));
        }
    }

    private void checkCounters(ExecutionState state) {
        int inFlight = 0;
        int escalated = 0;
        int openForward = 0;
        int children = 0;
        int stopping = 0;
        for (PlanNode node : state.nodes()) {
            StepState step = state.at(node);
            inFlight += step.open() instanceof Open.Ready || step.open() instanceof Open.Running ? 1 : 0;
            children += step.open() instanceof Open.Child ? 1 : 0;
            stopping += step.open() instanceof Open.Child && step.purpose() == Purpose.FORWARD && !state.isNeeded(node)
                    ? 1
                    : 0;
            escalated += step.status() == StepStatus.ESCALATED ? 1 : 0;
            openForward += switch (step.status()) {
                case READY, RUNNING, WAITING, PROBING -> 1;
                default -> 0;
            };
        }
        boolean held = state.paused() != null;
        assertThat(state.children()).isEqualTo(children);
        assertThat(state.inFlight())
                .isEqualTo((held ? state.running : inFlight) + (state.phase == Phase.CLOSING ? children : stopping));
        assertThat(state.queued + state.running).isEqualTo(inFlight);
        assertThat(state.escalated).isEqualTo(escalated);
        assertThat(state.openForward).isEqualTo(openForward);
        assertThat(state.undoable).as("whatever can be undone has begun to be").isNull();
        if (state.phase == Phase.UNDOING || (state.phase == Phase.ENDED && state.isUndoing())) {
            assertThat(openForward).as("I10").isZero();
        }
    }

    /** I11: every open execution waits for a person, an agent or a time. */
    private void checkEveryOpenStateIsWaitedFor(ExecutionState state) {
        if (state.status().isTerminal()) {
            assertThat(state.open()).isEmpty();
            assertThat(state.escalated).isZero();
        } else {
            boolean delayed = state.delayedUntil() != null;
            assertThat(!state.open().isEmpty() || state.escalated > 0 || state.paused() != null || delayed)
                    .as("I11: %s", state)
                    .isTrue();
        }
        for (PlanNode node : state.nodes()) {
            StepState step = state.at(node);
            Items items = step.items();
            boolean byItems = items != null && items.settled() < items.size() && step.status() == StepStatus.RUNNING;
            boolean busy = byItems || !(step.open() instanceof Open.Idle);
            boolean shouldBeBusy = switch (step.status()) {
                case READY, RUNNING, WAITING, PROBING, COMPENSATING -> true;
                case PENDING, COMPLETED, FAILED, SKIPPED, COMPENSATED, ESCALATED -> false;
            };
            if (busy != shouldBeBusy) { // a plain condition: this is asked millions of times
                throw new AssertionError("I11: step %s is %s".formatted(node, step));
            }
        }
    }
}
