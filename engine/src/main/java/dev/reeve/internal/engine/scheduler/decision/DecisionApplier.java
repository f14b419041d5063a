package dev.reeve.internal.engine.scheduler.decision;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Purpose;
import dev.reeve.SharingOptions;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.rules.ChildExecutions;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.UnneededSteps;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.dispatch.Delivery;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.dispatch.EndedAttempt;
import dev.reeve.internal.engine.dispatch.LeftOpen;
import dev.reeve.internal.engine.dispatch.Presence;
import dev.reeve.internal.engine.dispatch.Slot;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.scheduler.admission.Shares;
import dev.reeve.internal.engine.scheduler.batch.LaneBatch;
import dev.reeve.internal.engine.scheduler.batch.ObserverCalls;
import dev.reeve.internal.engine.scheduler.memory.DueHeap;
import dev.reeve.internal.engine.scheduler.memory.LiveExecution;
import dev.reeve.internal.engine.scheduler.message.Answers;
import dev.reeve.internal.engine.scheduler.message.Escalated;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.Refused;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Weights;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.Observer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets the core decide about executions in memory. Collects in the batch what must be written and what may be done
 * after the commit. Used by the lane's thread only.
 */
public final class DecisionApplier {

    private final Dispatcher dispatcher;
    private final SharingOptions sharing;
    private final Tenure tenure;
    private ObserverCalls observing = new ObserverCalls(Observer.NONE);

    public DecisionApplier(Dispatcher dispatcher, SharingOptions sharing, Tenure tenure) {
        this.tenure = tenure;
        this.dispatcher = dispatcher;
        this.sharing = sharing;
    }

    public void observedBy(ObserverCalls told) {
        observing = told;
    }

    Tenure tenure() {
        return tenure;
    }

    /** Creates a new execution. */
    LiveExecution start(StartRequest request, LaneBatch batch) {
        Decision.Accepted accepted = tenure.decide(request.id(), () -> request.decide(batch.now()));
        LiveExecution live = new LiveExecution(accepted.state(), request.digest());
        absorb(live, accepted.events(), accepted.state(), batch);
        return live;
    }

    /** Notes the attempt that a report ends, whether or not it is accepted, if an agent of another node may have it. */
    void noteReport(Command command, LaneBatch batch) {
        EndedAttempt over = switch (command) {
            case Command.CompleteAttempt complete -> new EndedAttempt(complete.token(), null);
            case Command.FailAttempt fail -> new EndedAttempt(fail.token(), fail.failure());
            case Command.LoseAttempt lose -> new EndedAttempt(lose.token(), null);
            default -> null;
        };
        if (over != null && dispatcher.hasForeign()) {
            batch.reported().add(over);
        }
    }

    /** @return null if the command was accepted */
    @Nullable Refused command(LiveExecution live, Command command, LaneBatch batch) {
        Command kept = LeftOpenAttempts.kept(command, live.state());
        if (kept == null) {
            return null;
        }
        Closing closing = Closing.by(kept, live.state());
        AttemptToken ended = TransactionalAttempts.endedBy(kept, live.state(), live.time(batch.now()));
        Command settled = ended == null ? kept : TransactionalAttempts.settled(ended, kept, live, batch);
        return settled == null ? new Refused.PermitHeld() : decide(live, settled, closing, batch);
    }

    private @Nullable Refused decide(LiveExecution live, Command command, @Nullable Closing closing, LaneBatch batch) {
        Decision decision =
                tenure.decide(live.state().id(), () -> Decider.decide(live.state(), command, live.time(batch.now())));
        return switch (decision) {
            case Decision.Accepted accepted -> {
                absorb(live, accepted.events(), accepted.state(), batch);
                if (closing != null) {
                    batch.forgotten().add(closing.token(), closing.agent());
                }
                yield null;
            }
            case Decision.Refused refused -> {
                if (!refused.evidence().isEmpty()) {
                    absorb(live, refused.evidence(), refused.state(), batch);
                }
                yield new Refused.Decided(refused.reason(), refused.message());
            }
        };
    }

    /** Uses a slot that is free now for a step that was queued. */
    void grant(LiveExecution live, StepPath step, Slot slot, LaneBatch batch) {
        // Meanwhile the step may be due for compensation: that is another call, which is queued separately.
        if (!(open(live.state(), step) instanceof Open.Ready) || !isFor(live.state(), step, slot)) {
            return;
        }
        if (slot.isRevoked()) {
            assign(live, step, batch); // a lane without its store may have had the slot for minutes (R3)
        } else {
            startStep(live, step, slot, batch);
        }
    }

    private static boolean isFor(ExecutionState state, StepPath step, Slot slot) {
        return slot.action().equals(qualified(state, state.action(step)))
                && Objects.equals(slot.limit(), state.limit(step));
    }

    /** The action with the namespace of the execution: only agents of that namespace perform it. */
    public static String qualified(ExecutionState state, String action) {
        return Namespaces.qualified(state.started().namespace(), action);
    }

    /** Looks at everything in the execution that is due by now. */
    void wake(LiveExecution live, Instant judgeSilenceFrom, LaneBatch batch) {
        live.woken();
        // A decision may add an entry that is due at once. It is handled in the same loop.
        DueHeap.Due due;
        while ((due = live.dues().poll(live.state(), live.time(batch.now()))) != null) {
            switch (due) {
                case DueHeap.Due.OfExecution execution -> command(live, new Command.WakeExecution(), batch);
                case DueHeap.Due.OfAttempt attempt -> command(live, new Command.WakeStep(attempt.step()), batch);
                case DueHeap.Due.OfPermit permit -> command(live, permit.command(), batch);
                case DueHeap.Due.OfQueue queue -> command(live, new Command.WakeStep(queue.step()), batch);
                case DueHeap.Due.OfWait wait -> command(live, new Command.WakeStep(wait.step()), batch);
                case DueHeap.Due.OfHeartbeat heartbeat -> judgeSilence(live, heartbeat, judgeSilenceFrom, batch);
            }
        }
    }

    private void judgeSilence(
            LiveExecution live, DueHeap.Due.OfHeartbeat due, Instant judgeSilenceFrom, LaneBatch batch) {
        if (!(open(live.state(), due.step()) instanceof Open.Running running)) {
            return;
        }
        Work work = Work.of(live.state(), due.step());
        if (LeftOpen.isMark(work.checkpoint(), running.attempt())) {
            return; // nobody has it, so nobody sends heartbeats
        }
        AttemptToken token = Objects.requireNonNull(work.token(), "a running step has a token");
        Duration silence = dispatcher.silence(running.agent(), token);
        Duration wanted = work.heartbeat();
        Duration told = silence == null ? wanted : dispatcher.heartbeat(running.agent(), token);
        if (wanted == null || told == null) {
            return; // the execution's current version needs no heartbeats, or the agent was not asked for any
        }
        Duration heartbeat = wanted.compareTo(told) < 0 ? told : wanted;
        // Not the batch's time: that may be behind the history's, and an entry that is due again at once would be
        // polled forever.
        Instant now = live.time(batch.now());
        if (silence != null && silence.compareTo(heartbeat) < 0) {
            live.dues().add(new DueHeap.Due.OfHeartbeat(now.plus(heartbeat.minus(silence)), due.step(), due.nonce()));
        } else if (silence == null && dispatcher.presence(running.agent(), token) == Presence.GONE) {
            command(live, new Command.LoseAttempt(token), batch);
        } else if (now.isBefore(judgeSilenceFrom)) {
            // This node was stalled itself: heartbeats may be waiting to be read (R42).
            live.dues().add(new DueHeap.Due.OfHeartbeat(judgeSilenceFrom, due.step(), due.nonce()));
        } else {
            command(live, new Command.GiveUpAttempt(token), batch);
        }
    }

    private void absorb(LiveExecution live, List<Event> events, ExecutionState next, LaneBatch batch) {
        Instant dueAt = next.dueAt();
        if (dueAt != null && (live.isNew() || !dueAt.equals(live.state().dueAt()))) {
            live.dues().add(new DueHeap.Due.OfExecution(dueAt));
        }
        if (!live.isNew() && (live.state().plan().hasLimits() || next.plan().hasLimits())) {
            recount(live.state(), events, next, batch);
        }
        if (!live.isNew()) {
            withdraw(live, events, next, batch);
        }
        batch.decided(Weights.of(events));
        observing.note(live.isNew() ? null : live.state(), events, next, live.time(batch.now()), batch);
        live.advance(events, next);
        batch.touch(live);
        // By index: starting a step below advances the execution again, but never changes this list.
        for (int i = 0; i < events.size(); i++) {
            effect(live, events.get(i), batch);
        }
    }

    /** Updates which of its calls count for a limit. A change of version may change that for calls under way. */
    private void recount(ExecutionState before, List<Event> events, ExecutionState after, LaneBatch batch) {
        for (Event event : events) {
            if (event instanceof Event.OfStep ofStep) {
                uncount(before, ofStep.step(), after, batch);
            } else if (event instanceof Event.ExecutionMoved) {
                for (StepPath path : before.open()) {
                    uncount(before, path, after, batch);
                    count(path, after, batch);
                }
            }
        }
    }

    private static void uncount(ExecutionState before, StepPath path, ExecutionState after, LaneBatch batch) {
        AttemptToken counted = before.countedAttempt(path);
        if (counted != null && !counted.equals(after.countedAttempt(path))) {
            batch.uncounted().add(counted);
        }
    }

    private void count(StepPath path, ExecutionState after, LaneBatch batch) {
        AttemptToken counted = after.countedAttempt(path);
        if (counted != null) {
            Work work = Work.of(after, path);
            // Two moves in one batch may remove a call and add it again: then it has counted all the time.
            batch.uncounted().remove(counted);
            dispatcher.found(
                    counted, qualified(after, work.action()), Objects.requireNonNull(work.limit(), "it is counted"));
            batch.recounted().add(counted);
        }
    }

    /**
     * Withdraws steps from the queue. A step queued as the previous version defines it would block itself and others.
     * Steps that are not wanted any more could pile up without limit while no agent takes them.
     */
    private void withdraw(LiveExecution live, List<Event> events, ExecutionState after, LaneBatch batch) {
        for (Event event : events) {
            switch (event) {
                case Event.ExecutionMoved e -> {
                    for (StepPath path : live.state().open()) {
                        withdraw(live.state(), path, after, batch);
                    }
                }
                case Event.StepSkipped e -> withdraw(live.state(), e.step(), after, batch);
                case Event.StepFailed e -> withdraw(live.state(), e.step(), after, batch);
                case Event.StepNotStarted e -> withdraw(live.state(), e.step(), after, batch);
                case Event.StepReady e
                when e.purpose() != Purpose.FORWARD -> withdraw(live.state(), e.step(), after, batch);
                default -> {}
            }
        }
    }

    private void withdraw(ExecutionState before, StepPath path, ExecutionState after, LaneBatch batch) {
        if (open(before, path) instanceof Open.Ready && before.child(path) == null) {
            ReadyStep waiting = ready(before, path, sharing);
            boolean stays = open(after, path) instanceof Open.Ready && waiting.equals(ready(after, path, sharing));
            if (!stays && !batch.ready().remove(waiting)) {
                batch.withdrawn().add(waiting);
            }
        }
    }

    private void effect(LiveExecution live, Event event, LaneBatch batch) {
        switch (event) {
            case Event.StepReady ready -> assign(live, ready.step(), batch);
            case Event.StepResumed resumed -> assign(live, resumed.step(), batch);
            case Event.StepRetried retried -> assign(live, retried.step(), batch);
            case Event.StepWaiting waiting -> live.dues().add(new DueHeap.Due.OfWait(waiting.until(), waiting.step()));
            case Event.StepStarted started -> {
                live.dues().add(new DueHeap.Due.OfAttempt(started.completeBy(), started.step(), started.nonce()));
                AttemptToken permitted = live.state().permit(started.step());
                if (permitted != null) {
                    batch.granted().add(permitted);
                }
                Duration heartbeat = live.state().heartbeat(started.step());
                if (heartbeat != null) {
                    live.dues()
                            .add(new DueHeap.Due.OfHeartbeat(
                                    batch.now().plus(heartbeat), started.step(), started.nonce()));
                }
            }
            case Event.CompensationStarted started -> stop(live.state(), UnneededSteps.underWay(live.state()), batch);
            case Event.CompletionStarted started -> stop(live.state(), UnneededSteps.underWay(live.state()), batch);
            case Event.OthersEnded ended ->
                stop(live.state(), UnneededSteps.underWay(live.state(), ended.others()), batch);
            case Event.ExecutionResumed resumed -> goOn(live, batch);
            case Event.ExecutionMoved moved -> {
                moveGroups(live.state(), moved, batch);
                goOn(live, batch);
            }
            case Event.ExecutionStarted started -> {}
            case Event.StepTaken taken -> {}
            case Event.ChildStarted started -> {}
            case Event.ItemsStarted started -> {}
            case Event.RoundEnded ended -> {}
            case Event.RoundUndone undone -> assign(live, undone.step(), batch);
            case Event.RoundFound found -> assign(live, found.step(), batch);
            case Event.SignalTaken taken -> {}
            case Event.SignalReceived received -> {}
            case Event.CheckpointRecorded recorded -> {}
            case Event.AttemptFailed failed -> {}
            case Event.StepNotStarted late -> {}
            case Event.ProbeAnswered answered -> {}
            case Event.StepCompleted completed -> {}
            case Event.StepFailed failed -> {}
            case Event.StepSkipped skipped -> {}
            case Event.StepEscalated escalated -> batch.escalated().add(escalated(live.state(), escalated));
            case Event.StepResolved resolved -> {}
            case Event.ProbeRequested requested -> {}
            case Event.StepCompensated compensated -> {}
            case Event.LateReportKept kept -> {}
            case Event.CancelRequested requested -> {}
            case Event.CompensationRequested requested -> {}
            case Event.ExecutionPaused paused -> {}
            case Event.ExecutionDelayed delayed -> {}
            case Event.ExecutionBegun begun -> {}
            case Event.ForwardClosed closed -> {}
            case Event.FinallyStarted started -> {}
            case Event.ExecutionCompleted completed -> {}
            case Event.ExecutionCompensated compensated -> {}
            case Event.ExecutionCancelled cancelled -> {}
            case Event.ExecutionFailed failed -> {}
        }
    }

    private static Escalated escalated(ExecutionState state, Event.StepEscalated event) {
        String action = state.action(event.step(), event.purpose());
        return new Escalated(
                state.id(),
                state.plan().workflow().name(),
                event.step().toString(),
                event.purpose(),
                action == null ? event.step().step() : action,
                event.failure());
    }

    /**
     * Continues after a pause or a change of version: queues the ready steps again where they belong now, and counts
     * the times they wait for again.
     */
    private void goOn(LiveExecution live, LaneBatch batch) {
        for (StepPath path : live.state().open()) {
            if (open(live.state(), path) instanceof Open.Waiting waiting) {
                live.dues().add(new DueHeap.Due.OfWait(waiting.until(), path));
            } else {
                assign(live, path, batch);
            }
        }
    }

    /**
     * Starts a ready step at once, in the same transaction, if an agent has a free slot. Otherwise queues it. Leaves a
     * paused execution alone until it is resumed.
     */
    private void assign(LiveExecution live, StepPath step, LaneBatch batch) {
        if (!(open(live.state(), step) instanceof Open.Ready) || live.state().paused() != null) {
            return;
        }
        if (live.state().child(step) != null) {
            batch.followUp(new Message.StartChild(live.state().id(), step));
            return;
        }
        ReadyStep ready = ready(live.state(), step, sharing);
        Slot slot = dispatcher.reserve(ready.action(), ready.retry(), ready.limit());
        if (slot == null) {
            batch.ready().add(ready);
            live.queued(step);
        } else {
            batch.reserved(slot);
            startStep(live, step, slot, batch);
        }
    }

    /** The step as it waits for a slot. */
    public static ReadyStep ready(ExecutionState state, StepPath path, SharingOptions sharing) {
        return new ReadyStep(
                state.id(),
                path,
                qualified(state, state.action(path)),
                state.priority(path),
                isRetry(state, path),
                state.limit(path),
                Shares.tenant(sharing, state.started()),
                state.started().workflow());
    }

    /** Whether its service caused the last failure, so that another attempt is a load on that service (R3). */
    private static boolean isRetry(ExecutionState state, StepPath path) {
        StepState step = state.step(path);
        Failure failure = step == null || step.attempts(step.purpose()) == 0 ? null : step.failure();
        return failure != null
                && switch (failure.cause()) {
                    case TRANSIENT, SILENT, THROTTLED -> true;
                    case BUSINESS, LOST, POISON -> false;
                };
    }

    /** Starts a step. If it cannot be started any more, the slot stays unused, and the batch gives it back. */
    private void startStep(LiveExecution live, StepPath step, Slot slot, LaneBatch batch) {
        Command start = new Command.StartStep(step, slot.agent());
        Decision decision =
                tenure.decide(live.state().id(), () -> Decider.decide(live.state(), start, live.time(batch.now())));
        if (decision instanceof Decision.Accepted accepted) {
            absorb(live, accepted.events(), accepted.state(), batch);
            if (open(accepted.state(), step) instanceof Open.Running running) {
                batch.deliveries().add(delivery(accepted.state(), step, running, slot));
            }
        } else {
            live.queued(step); // it may have waited too long for another attempt, and is given up
        }
    }

    public static Delivery delivery(ExecutionState state, StepPath step, Open.Running running, Slot slot) {
        Work work = Work.of(state, step);
        AttemptToken token = Objects.requireNonNull(work.token(), "a running step has a token");
        return new Delivery(slot, token, work, state.started().workflow(), running.completeBy());
    }

    /**
     * Tells the agents and the children that do these steps to stop, because their results are not needed any more. The
     * execution waits for them.
     */
    public static void stop(ExecutionState state, List<StepPath> unneeded, LaneBatch batch) {
        for (StepPath path : unneeded) {
            switch (open(state, path)) {
                case Open.Running running -> {
                    AttemptToken token =
                            Objects.requireNonNull(Work.of(state, path).token(), "a running step has a token");
                    batch.cancelled().add(token, running.agent());
                }
                case Open.Child child ->
                    batch.followUp(new Message.Ask(child.child(), ChildExecutions.stop(state, path), Answers.LOGGED));
                case null, default -> {}
            }
        }
    }

    /** Moves the open groups of an execution that was moved. One that cannot move ends on its version (ADR 66). */
    private static void moveGroups(ExecutionState state, Event.ExecutionMoved moved, LaneBatch batch) {
        for (StepPath path : state.open()) {
            Task.Child child = state.child(path);
            if (child != null && child.group() != null && open(state, path) instanceof Open.Child running) {
                Plan to = Objects.requireNonNull(state.plan().part(child.workflow()), "a group of the workflow");
                batch.followUp(new Message.Ask(
                        running.child(), new Command.Move(to, moved.actor(), moved.reason()), Answers.LOGGED));
            }
        }
    }

    /** An attempt that a command closes without a report of its agent, so that the agent's slot is free again. */
    private record Closing(AttemptToken token, String agent) {
        static @Nullable Closing by(Command command, ExecutionState state) {
            StepPath step = null;
            if (command instanceof Command.WakeStep wake) {
                step = wake.step();
            } else if (command instanceof Command.GiveUpAttempt giveUp) {
                step = giveUp.token().step();
            } else if (command instanceof Command.LoseAttempt lose) {
                step = lose.token().step();
            }
            if (step == null || !(open(state, step) instanceof Open.Running running)) {
                return null;
            }
            AttemptToken token = Work.of(state, step).token();
            return token == null ? null : new Closing(token, running.agent());
        }
    }

    private static @Nullable Open open(ExecutionState state, StepPath path) {
        StepState step = state.step(path);
        return step == null ? null : step.open();
    }
}
