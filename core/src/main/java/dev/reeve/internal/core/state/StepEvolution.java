package dev.reeve.internal.core.state;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.LateReport;
import dev.reeve.Parent;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.recovery.Doubt;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.core.state.Transitions.StepEvent;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.values.JsonElements;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Applies one event about one step. */
final class StepEvolution {

    private final ExecutionState state;
    private final ExecutionEdit next;
    private final Event.OfStep event;
    private final Instant at;
    private final PlanNode node;
    private final StepState before;
    private final StepState.Edit step;

    private StepEvolution(ExecutionState state, ExecutionEdit next, Event.OfStep event, Instant at) {
        this.state = state;
        this.next = next;
        this.event = event;
        this.at = at;
        PlanNode found = state.node(event.step());
        if (found == null) {
            throw IllegalHistory.of(state, event, null, "there is no such step");
        }
        this.node = found;
        this.before = state.at(found);
        this.step = new StepState.Edit(before);
    }

    static void apply(ExecutionState state, ExecutionEdit next, Event.OfStep event, Instant at) {
        new StepEvolution(state, next, event, at).apply();
    }

    private void apply() {
        require(state.phase != Phase.NEW && state.phase != Phase.ENDED, "the execution is not open");
        switch (event) {
            case Event.StepTaken e -> taken(e);
            case Event.ChildStarted e -> childStarted(e);
            case Event.StepReady e -> ready(e);
            case Event.ItemsStarted e -> itemsStarted(e);
            case Event.RoundEnded e -> roundEnded(e);
            case Event.RoundUndone e -> roundUndone(e);
            case Event.RoundFound e -> roundFound(e);
            case Event.SignalTaken e -> signalTaken(e);
            case Event.OthersEnded e -> othersEnded(e);
            case Event.StepStarted e -> started(e);
            case Event.CheckpointRecorded e -> checkpointRecorded(e);
            case Event.AttemptFailed e -> attemptFailed(e);
            case Event.StepWaiting e -> waiting(e);
            case Event.StepResumed e -> resumed(e.purpose());
            case Event.StepNotStarted e -> notStarted(e);
            case Event.ProbeAnswered e -> probeAnswered(e);
            case Event.StepCompleted e -> completed(e);
            case Event.StepFailed e -> failed(e);
            case Event.StepSkipped e -> skipped(e);
            case Event.StepEscalated e -> escalated(e);
            case Event.StepRetried e -> retried(e.purpose(), e.input());
            case Event.ProbeRequested e -> probeRequested();
            case Event.StepResolved e -> resolved(e.output());
            case Event.StepCompensated e -> compensated(e);
            case Event.LateReportKept e -> lateReportKept(e);
        }
    }

    private void taken(Event.StepTaken e) {
        require(
                state.started().rerun() != null || undoesAnother(),
                "this execution neither does nor undoes what another one did");
        require(!node.isFinally, "what finally does hangs on how this execution ends");
        if (e.input() != null) {
            step.series(Purpose.FORWARD, Series.ready(e.input(), null));
        }
        step.output = e.output();
        step.failure = e.failure();
        step.error = e.status() == StepStatus.FAILED ? e.failure() : null;
        step.inDoubt = e.possiblyDone();
        step.child = e.child();
        step.rounds = Rounds.taken(e);
        step.byHand = e.byHand();
        step.leftOut = e.skipped() != null && e.skipped() != SkipReason.OPERATOR;
        move(StepEvent.TAKEN, Purpose.FORWARD, e.status());
        settle(!step.leftOut);
    }

    private boolean undoesAnother() {
        Parent parent = state.started().parent();
        return parent != null && parent.undoes() != null;
    }

    private void ready(Event.StepReady e) {
        Purpose purpose = e.purpose();
        boolean nextRound = purpose == Purpose.FORWARD && isBetweenRounds();
        if (!nextRound) {
            requireIdleUnlessUndoing();
        }
        require((e.name() != null) == node.isNamed(purpose), "a name is computed if the definition says so");
        switch (purpose) {
            case FORWARD -> requireForward();
            case PROBE -> require(before.inDoubt(), "there is no doubt about the step that a probe could clear up");
            case COMPENSATION -> {
                takeFromUndoable();
                step.byHand = false; // earlier releases did not ask a person to undo that round
            }
        }
        Series series = before.series(purpose);
        step.series(
                purpose,
                series == null
                        ? Series.ready(e.input(), e.limitKey(), e.times(), e.name())
                        : series.again(e.input(), e.limitKey(), e.times(), e.name()));
        step.open = new Open.Ready(at);
        move(StepEvent.READY, purpose, Transitions.busy(purpose, StepStatus.READY));
    }

    private void itemsStarted(Event.ItemsStarted e) {
        requireForward();
        require(node.hasItems() && before.items() == null, "it is not a step with items, or has them already");
        List<Json> values = JsonElements.of(e.items());
        step.items = Items.of(values, next.steps.meter());
        next.itemCount += values.size();
        move(StepEvent.ITEMS_STARTED, Purpose.FORWARD, StepStatus.RUNNING);
    }

    private void roundEnded(Event.RoundEnded e) {
        requireForward();
        require(node.step.repeat() != null && node.action != null, "only a step with repeat has rounds");
        requireResult(e.attempt());
        step.rounds = Rounds.after(before.rounds(), e.output(), before.child());
        step.series(Purpose.FORWARD, requireSeriesOf(Purpose.FORWARD).nextRound());
        step.open = Open.IDLE;
        step.failure = null;
        step.inDoubt = false;
        move(StepEvent.ROUND_ENDED, Purpose.FORWARD, StepStatus.RUNNING);
    }

    private void roundUndone(Event.RoundUndone e) {
        require(node.undoesRounds(), "the step has no rounds that are undone one by one");
        if (e.actor() == null) {
            requireRunning(Purpose.COMPENSATION, e.attempt());
        } else {
            require(before.isEscalatedFor(Purpose.COMPENSATION), "the step does not need a person");
        }
        step.failure = null;
        if (e.actor() != null && before.isLastRoundByHand()) {
            step.byHand = false; // the child is known that did the round before
        } else {
            step.series(
                    Purpose.COMPENSATION, requireSeriesOf(Purpose.COMPENSATION).nextRound());
            step.open = new Open.Ready(at);
            step.roundUndone = true;
        }
        move(StepEvent.ROUND_UNDONE, Purpose.COMPENSATION, StepStatus.COMPENSATING);
    }

    private void roundFound(Event.RoundFound e) {
        require(before.isRoundUndone() && before.open() instanceof Open.Ready, "no round has just been undone");
        step.child = e.child();
        step.roundUndone = false;
        move(StepEvent.ROUND_FOUND, Purpose.COMPENSATION, StepStatus.COMPENSATING);
    }

    private void signalTaken(Event.SignalTaken e) {
        boolean updates = e.signal().equals(node.step.task().updateOn());
        require(updates || node.awaits(e.signal()), "the step does not wait for this signal");
        require(updates || !e.unusable(), "only a signal that moves a time can give none");
        Json data = requireSignal(e.signal());
        if (updates && !e.unusable()) {
            step.update = Update.of(before.update(), data);
        } else if (!updates && node.collectsSignals() && node.step.task() instanceof Task.Await await) {
            step.collected = before.collected().with(SignalList.element(await, e.signal(), data));
        }
        next.signals = next.signals.without(e.signal());
        move(StepEvent.SIGNAL_TAKEN, Purpose.FORWARD, before.status());
    }

    private void othersEnded(Event.OthersEnded e) {
        requireForward();
        move(StepEvent.OTHERS_ENDED, Purpose.FORWARD, StepStatus.PENDING);
        List<PlanNode> others = new ArrayList<>();
        for (StepPath path : e.others()) {
            PlanNode other = state.plan().node(path);
            if (other == null || other == node || other.isFinally != node.isFinally) {
                throw IllegalHistory.of(state, event, before, "there is no such step");
            }
            others.add(other);
        }
        EarlyUndo.mark(next, others, e.undone());
    }

    private Json requireSignal(String signal) {
        Json data = next.signals.first(signal);
        if (data == null) {
            throw IllegalHistory.of(state, event, before, "there is no such signal to be taken");
        }
        return data;
    }

    private void started(Event.StepStarted e) {
        Series series = requireSeries(e.purpose());
        require(before.open() instanceof Open.Ready, "the step is not queued for an agent");
        require(state.paused() == null, "nothing is handed out while a person holds the execution");
        require(e.attempt() == series.attempts() + 1, "attempts are numbered one by one (I6)");
        if (e.purpose() == Purpose.FORWARD) {
            requireForward();
        }
        step.series(e.purpose(), series.started(e.attempt(), state.held.withoutPauses(at)));
        step.open = new Open.Running(e.attempt(), e.nonce(), e.agent(), at, e.completeBy());
        move(StepEvent.STARTED, e.purpose(), Transitions.busy(e.purpose(), StepStatus.RUNNING));
    }

    private void childStarted(Event.ChildStarted e) {
        Series series = requireSeries(e.purpose());
        require(node.child != null, "the step is not done by another execution");
        require(before.open() instanceof Open.Ready, "the step is not about to be done");
        require(state.paused() == null, "nothing is started while a person holds the execution");
        require(e.attempt() == series.attempts() + 1, "attempts are numbered one by one (I6)");
        if (e.purpose() == Purpose.FORWARD) {
            requireForward();
            step.child = e.child();
        } else {
            require(!before.isRoundUndone(), "the child that did the round before has to be found first");
        }
        step.series(e.purpose(), series.started(e.attempt(), state.held.withoutPauses(at)));
        step.open = new Open.Child(e.attempt(), e.nonce(), e.child(), at);
        move(StepEvent.CHILD_STARTED, e.purpose(), Transitions.busy(e.purpose(), StepStatus.RUNNING));
    }

    private void checkpointRecorded(Event.CheckpointRecorded e) {
        requireRunning(e.purpose(), e.attempt());
        step.series(e.purpose(), requireSeries(e.purpose()).recorded(e.checkpoint()));
        move(StepEvent.CHECKPOINT, e.purpose(), before.status());
    }

    private void attemptFailed(Event.AttemptFailed e) {
        requireRunning(e.purpose(), e.attempt());
        step.series(e.purpose(), requireSeries(e.purpose()).ended(e.attempt(), e.failure()));
        step.open = Open.IDLE;
        if (e.purpose() == Purpose.FORWARD) {
            step.inDoubt |= Doubt.leavesDoubt(e.failure()); // C5
        }
        if (e.purpose() != Purpose.PROBE) {
            step.failure = e.failure();
        }
        move(StepEvent.ATTEMPT_FAILED, e.purpose(), before.status());
    }

    private void waiting(Event.StepWaiting e) {
        boolean updated = node.step.task().updateOn() != null && waitsFor(e.reason());
        require(before.open() instanceof Open.Idle || updated, "the step is busy");
        boolean signal = e.reason() == WaitReason.SIGNAL;
        boolean timer = e.reason() == WaitReason.TIMER;
        require(signal == (node.step.task() instanceof Task.Await), "only an await step waits for a signal");
        require((timer || signal) == (node.action == null), "only a wait step waits for a timer");
        if (node.action != null) {
            Series series = requireSeriesOf(e.purpose());
            step.series(e.purpose(), e.reason() == WaitReason.PAUSE ? series.paused() : series);
        }
        if (signal || node.step.task().updateOn() != null) {
            step.update = before.open() instanceof Open.Waiting ? before.update() : Update.begun(before.update(), at);
        }
        step.open = new Open.Waiting(e.until(), e.reason());
        move(StepEvent.WAITING, e.purpose(), Transitions.busy(e.purpose(), StepStatus.WAITING));
    }

    private void resumed(Purpose purpose) {
        require(
                before.open() instanceof Open.Idle || before.open() instanceof Open.Waiting,
                "the step neither waits nor has just failed");
        requireSeriesOf(purpose);
        if (purpose == Purpose.FORWARD) {
            requireForward();
        }
        step.open = new Open.Ready(at);
        move(StepEvent.RESUMED, purpose, Transitions.busy(purpose, StepStatus.READY));
    }

    private void notStarted(Event.StepNotStarted e) {
        Purpose purpose = e.purpose();
        if (purpose == Purpose.FORWARD) {
            requireForward();
        }
        Series series = requireSeries(purpose);
        require(QueueTimes.first(state, node) != null, "the step may wait for any time, or a person holds it");
        step.series(purpose, series.notStarted(e.failure()));
        step.open = Open.IDLE;
        if (purpose != Purpose.PROBE) {
            step.failure = e.failure();
        }
        move(StepEvent.NOT_STARTED, purpose, before.status());
    }

    private void probeAnswered(Event.ProbeAnswered e) {
        requireRunning(Purpose.PROBE, e.attempt());
        step.open = Open.IDLE;
        switch (e.answer()) {
            case ProbeAnswer.NotDone no -> step.inDoubt = false;
            // The service answers, so earlier failures to reach it no longer count.
            case ProbeAnswer.Running running ->
                step.series(Purpose.PROBE, requireSeries(Purpose.PROBE).refreshed());
            case ProbeAnswer.Done done -> {}
            case ProbeAnswer.Unknown unknown -> {}
        }
        move(StepEvent.PROBE_ANSWERED, Purpose.PROBE, before.status());
    }

    private void completed(Event.StepCompleted e) {
        if (e.attempt() == 0) {
            require(node.action == null, "a step that calls an action is not done without an attempt");
        } else {
            requireResult(e.attempt());
        }
        done(e.output());
        move(StepEvent.COMPLETED, Purpose.FORWARD, StepStatus.COMPLETED);
        settle(true);
    }

    private void requireResult(int attempt) {
        if (before.status() == StepStatus.RUNNING) {
            requireRunning(Purpose.FORWARD, attempt);
        } else {
            require(
                    before.open() instanceof Open.Idle && attempt == before.attempts(),
                    "it is neither the result of the open attempt nor of a probe");
        }
    }

    private void failed(Event.StepFailed e) {
        require(!before.isUnderWay(), "an attempt is open");
        require(!e.continued() || state.phase.goesForward(), "nothing goes on while the execution is undone");
        boolean closing = state.phase == Phase.CLOSING;
        require(isIdleOrUnsignalled() || closing || !isNeeded(), "the step is given up for no reason");
        step.open = Open.IDLE;
        step.failure = e.failure();
        step.error = e.failure();
        if (!e.continued() && state.phase == Phase.FORWARD) {
            next.failedStep = node.path; // the execution is undone for it
        }
        move(StepEvent.FAILED, Purpose.FORWARD, StepStatus.FAILED);
        if (e.continued()) {
            settle(true);
        }
    }

    private void skipped(Event.StepSkipped e) {
        if (before.isEscalatedFor(Purpose.COMPENSATION)) {
            require(e.skipReason() == SkipReason.OPERATOR, "only an operator leaves a step as it is");
            StepStatus left = before.output() != null ? StepStatus.COMPLETED : StepStatus.FAILED;
            move(StepEvent.SKIPPED, Purpose.COMPENSATION, left);
            UndoOrder.through(next, node);
            return;
        }
        require(!before.isUnderWay(), "an attempt is open");
        switch (e.skipReason()) {
            case CONDITION, PREDECESSORS ->
                require(before.status() == StepStatus.PENDING, "the step has begun, and is not left out any more");
            case OPERATOR -> require(before.status() == StepStatus.ESCALATED, "the step does not need a person");
            case WITHDRAWN -> {
                require(
                        state.phase == Phase.CLOSING || (undoesAnother() && node.hasItems()),
                        "the execution is not about to be undone");
                require(!before.inDoubt(), "the step was possibly done (C5)");
            }
            case NOT_NEEDED -> {
                require(!isNeeded(), "the step is needed");
                require(!before.inDoubt(), "the step was possibly done (C5)");
            }
        }
        step.open = Open.IDLE;
        // An operator who skips a step wants its successors to run, not to be skipped with it.
        step.leftOut = e.skipReason() != SkipReason.OPERATOR;
        move(StepEvent.SKIPPED, Purpose.FORWARD, StepStatus.SKIPPED);
        settle(!step.leftOut);
    }

    private void escalated(Event.StepEscalated e) {
        require(isIdleOrUnsignalled(), "the step is busy");
        step.open = Open.IDLE;
        switch (e.purpose()) {
            case FORWARD -> requireForward();
            case COMPENSATION -> takeFromUndoable();
            case PROBE -> require(false, "a probe that fails is done without");
        }
        step.failure = e.failure();
        move(StepEvent.ESCALATED, e.purpose(), StepStatus.ESCALATED);
    }

    /**
     * A step that waits for a signal, or for another round whose input cannot be computed, can be given up without an
     * attempt.
     */
    private boolean isIdleOrUnsignalled() {
        return before.open() instanceof Open.Idle || waitsFor(WaitReason.SIGNAL) || isBetweenRounds();
    }

    private boolean isBetweenRounds() {
        return waitsFor(WaitReason.ROUND);
    }

    private boolean waitsFor(WaitReason reason) {
        return before.open() instanceof Open.Waiting waiting && waiting.reason() == reason;
    }

    /** Ends the wait of the step; its probe follows. */
    private void probeRequested() {
        require(before.inDoubt() && node.probe != null, "there is no doubt about the step that a probe could clear up");
        boolean waits = before.open() instanceof Open.Waiting;
        require(waits || before.isEscalatedFor(Purpose.FORWARD), "the step neither waits nor needs a person");
        step.open = Open.IDLE;
        move(StepEvent.PROBE_REQUESTED, before.purpose(), before.status());
    }

    private void retried(Purpose purpose, @Nullable Json input) {
        require(before.isEscalatedFor(purpose), "the step does not need a person for this purpose");
        if (purpose == Purpose.FORWARD) {
            requireForward();
            step.rounds = before.rounds() == null ? null : before.rounds().refreshed();
            step.collected = node.collectsSignals() ? before.collected().refreshed() : null;
        }
        Series series = before.series(purpose);
        if (input != null) {
            require(node.calls(purpose), "a step that calls no action has no input");
            require(
                    !(before.mayHaveActed(purpose) || (purpose == Purpose.FORWARD && state.keyTaken(node) != null)),
                    "an attempt with the old input may have had its effect, and another input could have another");
            require(!before.isNameMissing(node, purpose), "the name of the action has not been computed");
            step.series(purpose, series == null ? Series.ready(input, null) : series.edited(input));
            step.open = new Open.Ready(at);
            move(StepEvent.RETRIED, purpose, Transitions.busy(purpose, StepStatus.READY));
            return;
        }
        if (series == null || (purpose == Purpose.FORWARD && before.isBeforeRound())) {
            // The input of the step, or of its next round, was never computed. It is computed now.
            move(
                    StepEvent.RETRIED,
                    purpose,
                    purpose == Purpose.COMPENSATION ? StepStatus.COMPENSATING : StepStatus.PENDING);
            return;
        }
        step.series(purpose, series.refreshed());
        step.open = new Open.Ready(at);
        move(StepEvent.RETRIED, purpose, Transitions.busy(purpose, StepStatus.READY));
    }

    private void resolved(Json output) {
        require(before.isEscalatedFor(Purpose.FORWARD), "the step does not need a person");
        done(output);
        step.byHand = node.undoesRounds() && before.isBetweenChildren();
        move(StepEvent.RESOLVED, Purpose.FORWARD, StepStatus.COMPLETED);
        settle(true);
    }

    private void compensated(Event.StepCompensated e) {
        if (e.actor() != null) {
            require(before.isEscalatedFor(Purpose.COMPENSATION), "the step does not need a person");
        } else if (before.isRoundUndone()) {
            require(before.open() instanceof Open.Ready, "it is not the first round that has just been undone");
        } else {
            require(!node.undoesRounds(), "its rounds are undone one by one");
            requireRunning(Purpose.COMPENSATION, e.attempt());
        }
        step.open = Open.IDLE;
        step.failure = null;
        step.roundUndone = false;
        move(StepEvent.COMPENSATED, Purpose.COMPENSATION, StepStatus.COMPENSATED);
        UndoOrder.through(next, node);
    }

    private void lateReportKept(Event.LateReportKept e) {
        Series series = requireSeriesOf(e.purpose());
        require(
                series.givenUp().contains(e.attempt()),
                "the attempt was not given up, or its late report is kept already");
        step.series(e.purpose(), series.lateReportKept(e.attempt()));
        step.keep(new LateReport(e.purpose(), e.attempt(), e.output(), e.failure()));
        next.put(node, before, new StepState(step));
    }

    private void done(Json output) {
        step.open = Open.IDLE;
        step.output = output;
        step.failure = null;
        step.inDoubt = false;
    }

    /** Updates the counters of the successors, or of an item's step, if the execution goes forward. */
    private void settle(boolean reached) {
        if (!state.phase.goesForward()) {
            return;
        }
        if (node.parent != null) {
            StepState parent = next.step(node.index);
            boolean failed = event instanceof Event.StepFailed;
            next.put(node.parent, parent, parent.with(parent.itemsOf(node).oneSettled(failed)));
            return;
        }
        next.unsettled--;
        boolean leadsOn = reached && isNeeded();
        next.pastPivot |= node.step.pivot() && step.status == StepStatus.COMPLETED;
        for (int index : node.successors) {
            PlanNode successor = state.plan().node(index);
            StepState waiting = next.step(index);
            boolean followed = leadsOn && successor.follows(node, step.output);
            next.put(successor, waiting, waiting.afterPredecessor(followed));
        }
        EarlyUndo.settled(next, node);
    }

    /** A step is undone when {@link UndoOrder} says that it is its turn. A retried compensation has had its turn. */
    private void takeFromUndoable() {
        if (before.purpose() == Purpose.COMPENSATION) {
            require(before.open() instanceof Open.Idle, "it is being undone already");
            return;
        }
        require(
                state.phase == Phase.UNDOING || (state.phase == Phase.FORWARD && !isNeeded()),
                "attempts to do steps may still be open (I10)");
        PathList turn = next.undoable;
        require(turn != null && turn.head.equals(node.path), "it is not this step's turn to be undone (I10)");
        next.undoable = Objects.requireNonNull(turn).tail;
        step.child = before.childDone();
    }

    private void move(StepEvent what, Purpose purpose, StepStatus to) {
        require(
                Transitions.allows(before.status(), what, purpose, to),
                "nothing of the kind can happen to the step now");
        step.status = to;
        step.purpose = purpose;
        next.put(node, before, new StepState(step));
        if (node.parent != null && before.status() == StepStatus.PENDING && to != StepStatus.PENDING) {
            StepState parent = next.step(node.index);
            Items items = parent.itemsOf(node);
            if (items.begun() == node.path.item()) { // a retried item has begun before
                next.put(node.parent, parent, parent.with(items.oneBegun()));
            }
        }
    }

    private boolean isNeeded() {
        return state.isNeeded(node);
    }

    private void requireForward() {
        require(state.phase.goesForward(), "nothing is begun while the execution is undone (I7)");
    }

    /** A step between attempts may be probed at once when its result is not needed any more. */
    private void requireIdleUnlessUndoing() {
        require(
                before.open() instanceof Open.Idle
                        || ((state.phase == Phase.CLOSING || !isNeeded()) && !before.isUnderWay()),
                "the step is busy");
    }

    private void requireRunning(Purpose purpose, int attempt) {
        require(
                before.purpose() == purpose && before.isUnderWay() && before.attempt() == attempt,
                "it is not the open attempt");
    }

    private Series requireSeries(Purpose purpose) {
        require(before.purpose() == purpose, "the step is busy with something else");
        return requireSeriesOf(purpose);
    }

    private Series requireSeriesOf(Purpose purpose) {
        Series series = before.series(purpose);
        if (series == null) {
            throw IllegalHistory.of(state, event, before, "the step has never been ready for this purpose");
        }
        return series;
    }

    private void require(boolean condition, String problem) {
        if (!condition) {
            throw IllegalHistory.of(state, event, before, problem);
        }
    }
}
