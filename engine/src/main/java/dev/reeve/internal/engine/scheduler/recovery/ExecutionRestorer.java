package dev.reeve.internal.engine.scheduler.recovery;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.UnneededSteps;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.dispatch.LeftOpen;
import dev.reeve.internal.engine.dispatch.Presence;
import dev.reeve.internal.engine.dispatch.Slot;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.batch.Entrance;
import dev.reeve.internal.engine.scheduler.batch.LaneBatch;
import dev.reeve.internal.engine.scheduler.decision.DecisionApplier;
import dev.reeve.internal.engine.scheduler.decision.Tenure;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.engine.scheduler.memory.DueHeap;
import dev.reeve.internal.engine.scheduler.memory.LiveExecution;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.memory.SwappedOut;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Finished;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.StoredExecution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes stored executions live: folds their histories, puts them into memory, and adds all consequences of their state
 * to a batch. Used by the lane's thread only.
 */
public final class ExecutionRestorer {

    private final Entrance entrance;
    private final Dispatcher dispatcher;
    private final Definitions definitions;
    private final Memory memory;
    private final Room room;
    private final Tenure tenure;
    private final ExecutionLoader loader;

    /** Receives attempts whose agents belonged to a node that is gone; null if no other node can have left a report. */
    private volatile @Nullable Consumer<AttemptToken> orphans;

    /** Attempts that were found under way, and whose calls count for a limit. */
    private final Set<AttemptToken> counted = new HashSet<>();

    /** @param entrance receives the messages that follow from a restored state */
    public ExecutionRestorer(
            Entrance entrance,
            Dispatcher dispatcher,
            Definitions definitions,
            Memory memory,
            Room room,
            Tenure tenure,
            ExecutionLoader loader) {
        this.entrance = entrance;
        this.dispatcher = dispatcher;
        this.definitions = definitions;
        this.memory = memory;
        this.room = room;
        this.tenure = tenure;
        this.loader = loader;
    }

    /** Sets what receives attempts whose agents belonged to a node that is gone. */
    public void orphans(Consumer<AttemptToken> receiver) {
        orphans = receiver;
    }

    /** The attempts found under way since {@link #forgetCounted} whose calls count for a limit. */
    Set<AttemptToken> counted() {
        return counted;
    }

    void forgetCounted() {
        counted.clear();
    }

    /**
     * Loads stored executions into memory, as {@link #restore(StoredExecution, LaneBatch)}, as long as there is room
     * for their definitions, and at least one.
     *
     * @return those that are left, with those that were left before
     */
    public List<ExecutionId> restore(Loaded loaded, LaneBatch batch) {
        List<ExecutionId> left = new ArrayList<>(0);
        boolean first = true;
        for (StoredExecution execution : loaded.executions()) {
            if (!first && memory.isCrowded()) {
                left.add(execution.row().id());
            } else {
                restore(execution, batch).ifPresent(batch::over);
            }
            first = false;
        }
        left.addAll(loaded.left());
        return left;
    }

    /**
     * Loads a stored execution into memory, with all consequences of its state.
     *
     * @return its end, if it has ended; it is not loaded into memory then
     */
    private Optional<Finished> restore(StoredExecution stored, LaneBatch batch) {
        return unlessDamaged(stored, state -> restored(stored, state, batch));
    }

    private Optional<Finished> restored(StoredExecution stored, ExecutionState state, LaneBatch batch) {
        ExecutionId id = stored.row().id();
        if (state.status().isTerminal()) {
            memory.forgetSwapped(id);
            return Optional.of(new Finished(state, stored.journal()));
        }
        SwappedOut before = memory.swappedOut(id);
        LiveExecution live = LiveExecution.loaded(state, stored, before);
        if (before != null) {
            // Its steps are in their queues, and the consequences of its state were passed on.
            memory.put(live);
            return Optional.empty();
        }
        Instant dueAt = state.dueAt();
        if (dueAt != null) {
            live.dues().add(new DueHeap.Due.OfExecution(dueAt));
        }
        for (StepPath path : state.open()) {
            reopen(live, path, batch);
        }
        memory.put(live);
        batch.touch(live);
        DecisionApplier.stop(state, UnneededSteps.underWay(state), batch);
        return Optional.empty();
    }

    /** Its end; null if it has not ended, or its history cannot be read. */
    @Nullable Ended ended(StoredExecution stored) {
        return unlessDamaged(
                        stored, state -> state.status().isTerminal() ? Optional.of(Ended.of(state)) : Optional.empty())
                .orElse(null);
    }

    /**
     * Applies a function to the state of an execution. If its history cannot be read, quarantines it and returns empty.
     */
    private <T> Optional<T> unlessDamaged(StoredExecution stored, Function<ExecutionState, Optional<T>> use) {
        try {
            return use.apply(fold(stored));
        } catch (RuntimeException e) {
            loader.quarantine(stored.row().id(), e);
        } catch (StackOverflowError e) {
            loader.quarantine(
                    stored.row().id(), new IllegalStateException("reading it needs more stack than there is", e));
        }
        return Optional.empty();
    }

    private ExecutionState fold(StoredExecution stored) {
        ExecutionRow row = stored.row();
        return tenure.decide(
                row.id(),
                () -> Journal.fold(row.id(), definitions.versions(row.namespace(), row.workflow()), stored.journal()));
    }

    private void reopen(LiveExecution live, StepPath path, LaneBatch batch) {
        ExecutionState state = live.state();
        StepState step = state.step(path);
        switch (step == null ? new Open.Idle() : step.open()) {
            case Open.Idle idle -> {}
            case Open.Ready ready when state.paused() != null -> {} // left alone; resuming continues it
            case Open.Ready ready -> {
                if (state.child(path) != null) {
                    entrance.offer(new Message.StartChild(state.id(), path));
                } else {
                    ReadyStep next =
                            DecisionApplier.ready(state, path, room.shares().options());
                    batch.ready().add(next);
                    live.queued(path);
                }
            }
            case Open.Waiting waiting -> live.dues().add(new DueHeap.Due.OfWait(waiting.until(), path));
            case Open.Child child -> {} // the end of the child notifies its parent
            case Open.Running running -> reopenRunning(live, path, running, batch);
        }
    }

    private void reopenRunning(LiveExecution live, StepPath path, Open.Running running, LaneBatch batch) {
        Work work = Work.of(live.state(), path);
        AttemptToken token = work.token();
        if (token == null) {
            throw new IllegalStateException("step " + path + " is running without a token");
        }
        String action = DecisionApplier.qualified(live.state(), work.action());
        if (work.limit() != null) {
            dispatcher.found(token, action, work.limit());
            counted.add(token);
        }
        live.dues().add(new DueHeap.Due.OfAttempt(running.completeBy(), path, running.nonce()));
        if (LeftOpen.isMark(work.checkpoint(), running.attempt())) {
            return; // no agent has it, and it goes on
        }
        if (work.heartbeat() != null) {
            live.dues().add(new DueHeap.Due.OfHeartbeat(batch.now().plus(work.heartbeat()), path, running.nonce()));
        }
        Presence presence = dispatcher.presence(running.agent(), token);
        Slot slot = presence == Presence.NOT_DELIVERED ? dispatcher.reserveAt(running.agent(), action) : null;
        if (slot != null) {
            // Committed, but the request was never sent: it is offered now, as the same attempt.
            batch.reserved(slot);
            batch.deliveries().add(DecisionApplier.delivery(live.state(), path, running, slot));
        } else if (!isHeld(presence, token, running.agent())) {
            lose(token, presence);
        } else if (presence == Presence.ELSEWHERE) {
            // The previous owner may have ended before it could send the request.
            dispatcher.offerAgain(running.agent(), live.state().started().workflow(), work);
        }
    }

    /** A report that the agent's node has left behind in the inbox comes before the loss. */
    private void lose(AttemptToken token, Presence presence) {
        Consumer<AttemptToken> receiver = orphans;
        if (receiver != null && presence != Presence.NOT_DELIVERED) {
            receiver.accept(token);
        } else {
            entrance.offer(new Message.Orphan(token));
        }
    }

    /** Whether the agent has the attempt, as far as its node knows. */
    private boolean isHeld(Presence presence, AttemptToken token, String agent) {
        return presence == Presence.HELD || (presence == Presence.ELSEWHERE && dispatcher.foreign(token, agent));
    }
}
