package dev.reeve.internal.engine.scheduler;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.dispatch.Presence;
import dev.reeve.internal.engine.dispatch.Slot;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredExecution;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the executions of a lane, at start and after any doubt about the store (crash-only). Takes the lane, determines
 * the outcome of the batch in doubt, and loads what is in flight or due. Used by the lane's thread only.
 */
final class LaneRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(LaneRecovery.class);

    /** Sorts after all rows of executions with work in flight. */
    private static final Due IN_FLIGHT_LAST = new Due(ExecutionRow.IN_FLIGHT, new ExecutionId(new UUID(-1, -1)));

    private static final Duration BACKOFF_MIN = Duration.ofMillis(50);
    private static final Duration BACKOFF_MAX = Duration.ofSeconds(5);

    private final Lane lane;
    private final int number;
    private final LaneStore store;
    private final Clock clock;
    private final Dispatcher dispatcher;
    private final Definitions definitions;
    private final Memory memory;
    private final Room room;
    private final Outage outage;
    private final Tenure tenure;
    private final Waiters waiters;

    private @Nullable LaneBatch doubt;

    /** What is being loaded without a message that needs it. */
    private @Nullable LaneBatch restoring;

    private @Nullable RuntimeException poison;

    /** Whether this incarnation is known to own the lane: after joining, and after each successful reacquire. */
    private boolean acquired = true;

    private boolean busy;

    /** The page to read next; null if none is. */
    private @Nullable Page wanted;

    private boolean turning;
    private Duration backoff = BACKOFF_MIN;
    private long notBeforeNanos;
    private boolean failedBefore;

    /** Whether nothing has been stored since the last doubt. */
    private boolean inTrouble;

    /** Whether everything under way is being loaded. */
    private boolean reloading;

    /** Attempts that were found under way, and whose calls count for a limit. */
    private final Set<AttemptToken> counted = new HashSet<>();

    /**
     * @param after the last row of the previous page; null for the first page
     * @param left those of that page that did not fit into the previous load; loaded before the next page
     * @param last whether no page comes after {@code left}
     */
    private record Page(@Nullable Due after, int loadedBefore, List<ExecutionId> left, boolean last) {

        Page(@Nullable Due after, int loadedBefore) {
            this(after, loadedBefore, List.of(), false);
        }
    }

    LaneRecovery(
            Lane lane,
            int number,
            LaneStore store,
            Clock clock,
            Dispatcher dispatcher,
            Definitions definitions,
            Memory memory,
            Room room,
            Outage outage,
            Tenure tenure) {
        this.tenure = tenure;
        this.lane = lane;
        this.number = number;
        this.store = store;
        this.clock = clock;
        this.dispatcher = dispatcher;
        this.definitions = definitions;
        this.memory = memory;
        this.room = room;
        this.outage = outage;
        this.waiters = new Waiters(number, memory, store::find, this::loadSome, this::ended);
    }

    /**
     * A new recovery for the next thread, because the previous one may be in the middle of this one. Forgets what that
     * thread has decided and not stored. Quarantines the execution from whose decision it does not return.
     *
     * @param batch the batch that it worked on; null if it only loaded executions
     */
    LaneRecovery takenFrom(Tenure.Call call, @Nullable LaneBatch batch, Duration length) {
        IllegalStateException why = new IllegalStateException(
                "deciding about execution %s took longer than %s".formatted(call.execution(), length));
        why.setStackTrace(call.strand().stackTrace());
        call.strand().interrupt();
        for (LaneBatch each : new LaneBatch[] {batch, restoring}) {
            if (each != null) {
                dispatcher.doubt(number, each.reservedSlots());
            }
        }
        memory.drop();
        Message blamed = batch == null ? null : batch.blamed();
        switch (blamed) {
            case Message.Begin start -> {} // nothing of it is stored
            case Message.StartChild child -> memory.shun(child.id(), why); // the child may not exist yet
            case null, default -> memory.shun(call.execution(), why);
        }
        LaneRecovery next =
                new LaneRecovery(lane, number, store, clock, dispatcher, definitions, memory, room, outage, tenure);
        next.doubt(batch, blamed == null ? null : why);
        return next;
    }

    /**
     * @param poison the error that would occur again if the same messages were decided again; null if the error may
     *     pass
     */
    void doubt(@Nullable LaneBatch batch, @Nullable RuntimeException poison) {
        this.doubt = batch;
        this.poison = poison;
        this.acquired = false;
        this.busy = false;
        // The first recovery begins at once. A failure that recurs before anything was stored, such as on a full disk,
        // would otherwise repeat as fast as the machine can (F33).
        boolean again = inTrouble && poison == null;
        this.inTrouble = true;
        this.failedBefore = again;
        this.notBeforeNanos = clock.nanos();
        if (again) {
            rest();
        }
    }

    /** Notes that something was stored, which ends the trouble. */
    void stored() {
        inTrouble = false;
        backoff = BACKOFF_MIN;
    }

    private void rest() {
        notBeforeNanos = clock.nanos() + backoff.toNanos();
        backoff = backoff.multipliedBy(2).compareTo(BACKOFF_MAX) < 0 ? backoff.multipliedBy(2) : BACKOFF_MAX;
    }

    /** One step of the recovery. */
    long runOnce() {
        long rest = notBeforeNanos - clock.nanos();
        if (busy || (failedBefore && rest > 0)) {
            return busy ? Loop.UNTIL_WOKEN : rest;
        }
        busy = true;
        guarded(acquired ? this::reload : this::reacquire);
        return 0;
    }

    private void reacquire() {
        store.reacquire()
                .whenComplete((found, error) -> guarded(() -> {
                    if (error != null) {
                        failed("taking the lane again", error);
                    } else {
                        reacquired(found);
                    }
                }));
    }

    private void reacquired(Reacquired found) {
        LaneBatch batch = doubt;
        acquired = true;
        LOG.info("lane {}: taken again; its last batch {}", number, found);
        if (found == Reacquired.FENCED) {
            if (batch != null) {
                lane.notLanded(batch, null);
            }
            lane.fenced();
            return;
        }
        if (batch != null) {
            // A batch that never reached the store has not landed, even if the batch before it has.
            if (found == Reacquired.LANDED && batch.isHandedOver()) {
                lane.landed(batch);
            } else {
                lane.notLanded(batch, poison);
            }
        }
        doubt = null;
        reload();
    }

    private void failed(String what, Throwable error) {
        if (unwrapped(error) instanceof Error death) {
            lane.die(death);
            return;
        }
        busy = false;
        failedBefore = true;
        outage.failed(unwrapped(error), clock.nanos());
        // The stack trace is on debug level: during an outage each failure costs one line, not a page.
        LOG.warn("lane {}: {} failed; trying again in {} ms: {}", number, what, backoff.toMillis(), error.toString());
        LOG.debug("lane {}", number, error);
        rest();
    }

    private void reload() {
        memory.drop();
        reloading = true;
        counted.clear();
        pages(new Page(null, 0));
    }

    /** Loads parked executions that will soon be due. The lane keeps its incarnation and works on afterwards. */
    void sweep() {
        busy = true;
        // Executions in flight are in memory already.
        pages(new Page(IN_FLIGHT_LAST, 0));
    }

    /**
     * Reads pages in a loop. With stores that answer at once, recursion would use the stack for each page, and the
     * stack is finite.
     */
    private void pages(Page next) {
        wanted = next;
        if (turning) {
            return;
        }
        turning = true;
        try {
            Page page;
            while ((page = wanted) != null) {
                wanted = null;
                read(page);
            }
        } finally {
            turning = false;
        }
    }

    private void read(Page page) {
        if (!page.left().isEmpty()) {
            loadPage(page.left(), page);
            return;
        }
        Instant until = clock.now().plus(room.lane().sweepAhead());
        store.due(until, page.after(), room.lane().pageSize())
                .whenComplete((dues, error) -> guarded(() -> {
                    if (error != null) {
                        suspectAgain(error);
                    } else {
                        page(dues, page.loadedBefore());
                    }
                }));
    }

    private void page(List<Due> dues, int loadedBefore) {
        List<ExecutionId> missing = new ArrayList<>();
        for (Due due : dues) {
            if (memory.get(due.id()) == null
                    && !memory.isSwappedOut(due.id())
                    && memory.quarantined(due.id()) == null) {
                missing.add(due.id());
            }
        }
        boolean last = dues.size() < room.lane().pageSize();
        Page page = new Page(last ? null : dues.getLast(), loadedBefore, List.of(), last);
        if (missing.isEmpty()) {
            turnPage(page);
        } else {
            loadPage(missing, page);
        }
    }

    /**
     * Loads the executions of a page in portions of bounded size, however large they are together. Swaps executions out
     * in between.
     */
    private void loadPage(List<ExecutionId> missing, Page page) {
        loadSome(missing)
                .whenComplete((loaded, error) -> guarded(() -> {
                    if (error != null) {
                        suspectAgain(error);
                    } else {
                        int count = page.loadedBefore() + loaded.executions().size();
                        restoreAll(loaded.executions(), new Page(page.after(), count, loaded.left(), page.last()));
                    }
                }));
    }

    /** Loads as many as fit into a page, and at least one. */
    private CompletionStage<Loaded> loadSome(List<ExecutionId> ids) {
        return load(ids, room.memory().pageBytesMax())
                .thenCompose(loaded -> isStuck(loaded) ? loadLarge(loaded.left()) : completed(loaded));
    }

    private static boolean isStuck(Loaded loaded) {
        return loaded.executions().isEmpty() && !loaded.left().isEmpty();
    }

    /** Loads the first one alone, as it is larger than a page. */
    private CompletionStage<Loaded> loadLarge(List<ExecutionId> ids) {
        List<ExecutionId> others = ids.subList(1, ids.size());
        return load(ids.subList(0, 1), room.memory().executionBytesMax()).thenApply(loaded -> {
            tooLarge(loaded.left());
            return new Loaded(loaded.executions(), others);
        });
    }

    /** Quarantines executions that only a process with more memory can load. */
    void tooLarge(List<ExecutionId> ids) {
        for (ExecutionId id : ids) {
            quarantine(
                    id,
                    new IllegalStateException(
                            "its history is longer than %d bytes, which is all that executions may hold in memory (heldBytesMax); open the store with more heap"
                                    .formatted(room.memory().executionBytesMax())));
        }
    }

    /**
     * Loads executions. Finds the damaged ones by halving and quarantines them, so that they do not keep the others
     * from running (F43).
     */
    CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
        return store.load(ids, bytesMax)
                .handle((loaded, error) -> error == null ? completed(loaded) : halved(ids, bytesMax, error))
                .thenCompose(found -> found);
    }

    private static CompletionStage<Loaded> completed(Loaded loaded) {
        return CompletableFuture.completedStage(loaded);
    }

    private static Throwable unwrapped(Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    private CompletionStage<Loaded> halved(List<ExecutionId> ids, long bytesMax, Throwable error) {
        Throwable cause = unwrapped(error);
        if (!(cause instanceof StoreException trouble) || trouble.kind() != StoreException.Kind.DATA) {
            return CompletableFuture.failedStage(cause);
        }
        if (ids.size() == 1) {
            quarantine(ids.getFirst(), trouble);
            return completed(Loaded.all(List.of()));
        }
        int half = ids.size() / 2;
        List<ExecutionId> others = ids.subList(half, ids.size());
        return load(ids.subList(0, half), bytesMax).thenCompose(first -> {
            long room = bytesMax;
            for (StoredExecution execution : first.executions()) {
                room -= execution.journalLength();
            }
            return first.left().isEmpty()
                    ? load(others, room)
                            .thenApply(second ->
                                    new Loaded(together(first.executions(), second.executions()), second.left()))
                    : completed(new Loaded(first.executions(), together(first.left(), others)));
        });
    }

    private static <T> List<T> together(List<T> some, List<T> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private void quarantine(ExecutionId id, RuntimeException why) {
        memory.quarantine(id, why);
        LOG.error("lane {}: execution {} cannot be restored and is quarantined; it needs a person", number, id, why);
    }

    private void restoreAll(List<StoredExecution> loaded, Page next) {
        LaneBatch batch = new LaneBatch(lane.now(), List.of());
        restoring = batch;
        for (StoredExecution execution : loaded) {
            restore(execution, batch);
        }
        restoring = null;
        lane.write(batch, () -> {
            lane.release(batch);
            lane.swapOut();
            turnPage(next);
        });
    }

    private void guarded(Runnable step) {
        if (tenure.isLost()) {
            return; // a future has swallowed the error, and nothing here belongs to this thread any more
        }
        try {
            step.run();
        } catch (Tenure.Lost e) {
            throw e; // nothing here belongs to this thread any more
        } catch (Throwable e) {
            suspectAgain(e);
        }
    }

    private void turnPage(Page next) {
        // A full lane loads no more parked executions. The next sweep retries once some have left. Executions in flight
        // are loaded all the same: an attempt without its execution would keep its agent's slot, and loaded executions
        // may wait for that slot.
        Due last = next.last() ? null : next.after();
        if (!next.left().isEmpty()
                || (last != null
                        && (isInFlight(last) || memory.size() < room.lane().activeMax()))) {
            pages(next);
            return;
        }
        if (next.loadedBefore() > 0) {
            LOG.debug(
                    "lane {}: {} executions loaded, {} of them swapped out",
                    number,
                    next.loadedBefore(),
                    memory.swappedOut());
        }
        if (reloading) {
            waiters.check(memory.awaitedElsewhere(), room.lane().pageSize())
                    .whenComplete((nothing, error) -> guarded(() -> {
                        if (error != null) {
                            suspectAgain(error);
                        } else {
                            loaded();
                        }
                    }));
        } else {
            loaded();
        }
    }

    private void loaded() {
        busy = false;
        failedBefore = false;
        if (reloading) {
            reloading = false;
            dispatcher.settled(number, counted);
        }
        counted.clear();
        lane.ready();
    }

    private static boolean isInFlight(Due due) {
        return due.wakeAt().equals(ExecutionRow.IN_FLIGHT);
    }

    private void suspectAgain(Throwable error) {
        acquired = false;
        failed("loading executions", error);
        lane.suspectAgain();
    }

    /**
     * Loads a stored execution into memory, with all consequences of its state.
     *
     * @return its end, if it has ended; it is not loaded into memory then
     */
    Optional<Finished> restore(StoredExecution stored, LaneBatch batch) {
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
        Deciding.tellChildren(state, batch);
        return Optional.empty();
    }

    private @Nullable Ended ended(StoredExecution stored) {
        return unlessDamaged(
                        stored,
                        state -> state.status().isTerminal() ? Optional.of(Memory.ended(state)) : Optional.empty())
                .orElse(null);
    }

    /**
     * Applies a function to the state of an execution. If its history cannot be read, quarantines it and returns empty.
     */
    private <T> Optional<T> unlessDamaged(StoredExecution stored, Function<ExecutionState, Optional<T>> use) {
        try {
            return use.apply(fold(stored));
        } catch (RuntimeException e) {
            quarantine(stored.row().id(), e);
        } catch (StackOverflowError e) {
            quarantine(stored.row().id(), new IllegalStateException("reading it needs more stack than there is", e));
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
                    lane.offer(new Message.StartChild(state.id(), path));
                } else {
                    batch.ready().add(Deciding.ready(state, path, room.shares().options()));
                    live.startBy(path);
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
        if (work.limit() != null) {
            dispatcher.found(token, work.action(), work.limit());
            counted.add(token);
        }
        live.dues().add(new DueHeap.Due.OfAttempt(running.completeBy(), path, running.nonce()));
        if (work.heartbeat() != null) {
            live.dues().add(new DueHeap.Due.OfHeartbeat(batch.now().plus(work.heartbeat()), path, running.nonce()));
        }
        Presence presence = dispatcher.presence(running.agent(), token);
        Slot slot = presence == Presence.NOT_DELIVERED ? dispatcher.reserveAt(running.agent(), work.action()) : null;
        if (slot != null) {
            // Committed, but the request was never sent: it is offered now, as the same attempt.
            batch.reserved(slot);
            batch.deliveries().add(Deciding.delivery(live.state(), path, running, slot));
        } else if (presence != Presence.HELD) {
            lane.offer(new Message.Ask(live.state().id(), new Command.LoseAttempt(token), Answers.LOGGED));
        }
    }
}
