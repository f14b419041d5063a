package dev.reeve.internal.engine.scheduler.decision;

import dev.reeve.AttemptToken;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Parent;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.scheduler.admission.Overload;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.batch.LaneBatch;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.memory.LiveExecution;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.message.Answers;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Known;
import dev.reeve.internal.engine.scheduler.message.Letter;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.Refused;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Succession;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handles the messages of a lane: finds the execution, lets the core decide, and notes the answers. */
public final class MessageHandler {

    private final int lane;
    private final Memory memory;
    private final DecisionApplier deciding;
    private final ChildSteps nesting;
    private final Definitions definitions;
    private final Room room;
    private final Consumer<Message> aside;

    /** @param aside receives starts whose key is held, for a later batch */
    public MessageHandler(
            int lane,
            Memory memory,
            DecisionApplier deciding,
            ChildSteps nesting,
            Definitions definitions,
            Room room,
            Consumer<Message> aside) {
        this.aside = aside;
        this.definitions = definitions;
        this.lane = lane;
        this.memory = memory;
        this.deciding = deciding;
        this.nesting = nesting;
        this.room = room;
    }

    /**
     * Collects the executions that the messages need, that are not in memory and that were not looked for yet: their
     * subjects and the parents of these. Called again after each load, because a parent is known only once its child is
     * loaded.
     *
     * @param toFind executions of which only the existence matters
     * @param toLoad executions that must be loaded into memory
     */
    public void missing(LaneBatch batch, Set<ExecutionId> toFind, Set<ExecutionId> toLoad) {
        for (Message message : batch.messages()) {
            switch (opened(message)) {
                case Message.Begin begin -> {
                    StartRequest request = begin.request();
                    ExecutionId sought = sought(request);
                    if (request.mayBeRepeated() && memory.get(request.id()) == null && batch.seekRow(sought)) {
                        toFind.add(sought);
                    }
                }
                case Message.Ask ask -> missLine(ask.id(), batch, toLoad);
                case Message.AwaitEnd await -> missUnknown(await.id(), batch, toLoad);
                case Message.Arrive arrive -> missUnknown(arrive.id(), batch, toLoad);
                case Message.Orphan orphan -> missLine(orphan.token().execution(), batch, toLoad);
                case Message.Grant grant -> missLine(grant.id(), batch, toLoad);
                case Message.StartChild start -> {
                    missLine(start.id(), batch, toLoad);
                    LiveExecution parent = memory.get(start.id());
                    ExecutionId toUndo = parent == null ? null : ChildSteps.toUndo(parent.state(), start.step());
                    if (toUndo != null) {
                        missWhole(toUndo, batch, toLoad);
                    }
                }
                case Message.Wake wake -> {
                    if (memory.get(wake.id()) != null || memory.isSwappedOut(wake.id())) {
                        missLine(wake.id(), batch, toLoad);
                    }
                }
                case Message.Forwarded forwarded -> {} // holds no other letter
                case Message.Sweep sweep -> {}
                case Message.Pass pass -> {}
                case Message.Release release -> {}
                case Message.Acquire acquire -> {}
            }
        }
    }

    /**
     * Revokes the permits of the attempts that these messages may end. An attempt with a permit ends only once its
     * agent cannot complete it any more (ADR 35). The executions are in memory, if they are open.
     */
    public void revoke(LaneBatch batch, LaneStore store, Consumer<@Nullable Throwable> next) {
        List<AttemptToken> ending = ending(batch);
        if (ending.isEmpty()) {
            next.accept(null);
            return;
        }
        store.revoke(ending).whenComplete((found, error) -> {
            if (error == null) {
                batch.permits(found);
            }
            next.accept(error);
        });
    }

    private List<AttemptToken> ending(LaneBatch batch) {
        List<AttemptToken> ending = new ArrayList<>(0);
        for (Message message : batch.messages()) {
            Message.Ask ask = switch (opened(message)) {
                case Message.Ask plain -> plain;
                case Message.Orphan orphan -> asked(orphan);
                default -> null;
            };
            if (ask != null) {
                LiveExecution live = memory.get(ask.id());
                AttemptToken token = live == null
                        ? null
                        : TransactionalAttempts.endedBy(ask.command(), live.state(), live.time(batch.now()));
                if (token != null && !ending.contains(token)) {
                    ending.add(token);
                }
            }
        }
        return ending;
    }

    private static Message opened(Message message) {
        return message instanceof Message.Forwarded(Letter letter) ? letter.open() : message;
    }

    /**
     * The execution by which to look for the newest of the key: the first one if this start follows an end that its
     * caller has read. A failover may have lost that end since, and then that execution is open.
     */
    private static ExecutionId sought(StartRequest request) {
        String key = request.started().key();
        return key != null && StartRequest.startsAnew(request.keyPolicy())
                ? Ids.ofKey(request.started().namespace(), key)
                : request.id();
    }

    private void missWhole(ExecutionId id, LaneBatch batch, Set<ExecutionId> missing) {
        if (memory.get(id) == null && memory.quarantined(id) == null && batch.seek(id)) {
            missing.add(id);
        }
    }

    /** Skips a swapped-out execution: it is known to exist and to be open. */
    private void missUnknown(ExecutionId id, LaneBatch batch, Set<ExecutionId> missing) {
        if (!memory.isSwappedOut(id)) {
            missWhole(id, batch, missing);
        }
    }

    /** Looks for the execution, its parent, and so on. */
    private void missLine(ExecutionId id, LaneBatch batch, Set<ExecutionId> missing) {
        ExecutionId next = id;
        while (next != null) {
            LiveExecution live = memory.get(next);
            if (live == null) {
                missWhole(next, batch, missing);
                return;
            }
            Parent parent = live.state().started().parent();
            next = parent == null ? null : parent.execution();
        }
    }

    /** Null if it is not in memory, or must not continue because one of its ancestors could not be notified. */
    private @Nullable LiveExecution live(ExecutionId id, LaneBatch batch) {
        LiveExecution live = memory.get(id);
        if (live == null || nesting.isComplete(live, batch)) {
            return live;
        }
        memory.remove(live);
        memory.quarantine(
                id, new IllegalStateException("one above it, of which it is a step, cannot be read: " + live.state()));
        return null;
    }

    /**
     * Handles one message. An exception is the message's fault. It leaves the executions in memory and the batch
     * unusable.
     */
    public void handle(Message message, LaneBatch batch) {
        switch (message) {
            case Message.Begin begin -> begin(begin, batch);
            case Message.Ask ask -> ask(ask, batch);
            case Message.Orphan orphan -> ask(asked(orphan), batch);
            case Message.AwaitEnd await -> await(await, batch);
            case Message.Arrive arrive -> arrive(arrive, batch);
            case Message.Wake wake -> wake(wake, batch);
            case Message.Grant grant -> grant(grant, batch);
            case Message.StartChild start -> startChild(start, batch);
            case Message.Forwarded(Letter letter) -> batch.replying(letter, () -> handle(letter.open(), batch));
            case Message.Sweep sweep -> batch.sweepNext();
            case Message.Pass pass -> batch.answer(() -> pass.promise().complete(null));
            case Message.Release release -> {} // the lane acts on it once it is stored
            case Message.Acquire acquire ->
                throw new IllegalStateException("shards are loaded by the recovery: "
                        + acquire.handover().shards());
        }
    }

    private void begin(Message.Begin begin, LaneBatch batch) {
        StartRequest request = begin.request();
        ExecutionRow row = batch.newest(sought(request));
        LiveExecution live = newestInMemory(request.id(), row);
        if (live != null) {
            Known known = new Known(
                    live.state().id(), live.digest(), live.state().started().labels());
            batch.answer(() -> repeated(begin, known));
        } else if (row != null && request.isAnsweredBy(row)) {
            batch.answer(() -> repeated(begin, Known.of(row)));
        } else if (batch.isHeld(sought(request))) {
            batch.standAside(aside);
        } else if (!definitions.admits(request.plan(), request.started().namespace())) {
            batch.answer(() -> begin.promise().completeExceptionally(request.withdrawn()));
        } else if (memory.size() >= room.lane().activeMax()) {
            int active = memory.size();
            batch.answer(() -> begin.promise().completeExceptionally(Overload.active(active, lane)));
        } else {
            ReeveException refusal = memory.shares().refusal(request);
            if (refusal == null) {
                memory.put(deciding.start(request, batch));
                batch.answer(() -> begin.promise().complete(new Started(request.id(), false)));
            } else {
                batch.answer(() -> begin.promise().completeExceptionally(refusal));
            }
        }
    }

    /**
     * Why an execution cannot be moved at present; null if it can. It cannot leave a version that is being removed: its
     * history needs that version, and the removal has already checked for such histories.
     */
    private @Nullable Refused immovable(LiveExecution live, Command.Move move) {
        String namespace = live.state().started().namespace();
        Plan from = live.state().plan();
        if (!definitions.admits(move.to(), namespace)) {
            return new Refused.VersionUnknown(StartRequest.withdrawn(move.to()));
        }
        if (!definitions.admits(from, namespace)) {
            return new Refused.VersionWithdrawn(
                    from.workflow().name(), from.workflow().version());
        }
        return null;
    }

    /** @param row the newest in the store; one that follows it may have been started in this batch */
    private @Nullable LiveExecution newestInMemory(ExecutionId id, @Nullable ExecutionRow row) {
        LiveExecution asked = memory.get(id);
        return asked == null && row != null && row.key() != null && row.status().isTerminal()
                ? memory.get(Succession.after(row.id()))
                : asked;
    }

    private static void repeated(Message.Begin begin, Known known) {
        ReeveException conflict = begin.request().conflict(known);
        if (conflict == null) {
            begin.promise().complete(new Started(known.id(), true));
        } else {
            begin.promise().completeExceptionally(conflict);
        }
    }

    private static Message.Ask asked(Message.Orphan orphan) {
        AttemptToken token = orphan.token();
        return new Message.Ask(token.execution(), new Command.LoseAttempt(token), Answers.LOGGED);
    }

    private void ask(Message.Ask ask, LaneBatch batch) {
        deciding.noteReport(ask.command(), batch);
        LiveExecution live = live(ask.id(), batch);
        Refused refused = live != null && ask.command() instanceof Command.Move move ? immovable(live, move) : null;
        if (live != null && refused == null) {
            batch.touch(live);
            refused = deciding.command(live, ask.command(), batch);
            nesting.ended(live, batch);
        } else if (live == null) {
            Ended ended = batch.ended(ask.id());
            refused = ended == null ? unknown(ask.id()) : new Refused.Ended(ask.id(), ended.status());
        }
        Refused decided = refused;
        if (decided instanceof Refused.PermitHeld held) {
            batch.answer(() -> ask.answer().failed(held.toException())); // an agent reports again
        } else {
            batch.answer(() -> ask.answer().decided(decided));
        }
    }

    private void await(Message.AwaitEnd await, LaneBatch batch) {
        Ended ended = batch.ended(await.id());
        LiveExecution live = memory.get(await.id());
        if (live != null) {
            batch.touch(live);
            // Only once the batch is stored: then the awaited execution was in the store, so the caller can be notified
            // if it is missing later.
            batch.answer(() -> memory.awaitEnd(await.id(), await.promise()));
        } else if (memory.isSwappedOut(await.id())) {
            batch.answer(() -> memory.awaitEnd(await.id(), await.promise()));
        } else if (ended != null) {
            batch.answer(() -> await.promise().complete(ended));
        } else {
            ErrorCode code = memory.quarantined(await.id()) == null ? ErrorCode.NOT_FOUND : ErrorCode.STORE_UNUSABLE;
            String message = unknown(await.id()).message();
            batch.answer(() -> await.promise().completeExceptionally(ReeveException.of(code, message)));
        }
    }

    private void arrive(Message.Arrive arrive, LaneBatch batch) {
        LiveExecution live = memory.get(arrive.id());
        if (live != null) {
            batch.touch(live);
        }
        boolean there = live != null
                || memory.isSwappedOut(arrive.id())
                || batch.ended(arrive.id()) != null
                || memory.quarantined(arrive.id()) != null;
        batch.answer(() -> arrive.there().accept(there));
    }

    private Refused unknown(ExecutionId id) {
        RuntimeException damage = memory.quarantined(id);
        return damage == null ? new Refused.NotFound(id) : Refused.Quarantined.by(id, damage);
    }

    private void wake(Message.Wake wake, LaneBatch batch) {
        LiveExecution live = live(wake.id(), batch);
        if (live != null) {
            batch.touch(live);
            deciding.wake(live, wake.judgeSilenceFrom(), batch);
            nesting.ended(live, batch);
        }
    }

    private void grant(Message.Grant grant, LaneBatch batch) {
        LiveExecution live = live(grant.id(), batch);
        if (live != null) {
            batch.touch(live);
            deciding.grant(live, grant.step(), grant.slot(), batch);
        }
    }

    private void startChild(Message.StartChild start, LaneBatch batch) {
        LiveExecution live = live(start.id(), batch);
        if (live != null) {
            batch.touch(live);
            nesting.start(live, start.step(), batch);
            nesting.ended(live, batch);
        }
    }
}
