package dev.reeve.internal.engine.scheduler.recovery;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.batch.LaneBatch;
import dev.reeve.internal.engine.scheduler.decision.DecisionClock;
import dev.reeve.internal.engine.scheduler.decision.Tenure;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.ShardSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the executions of a lane, at start and after any doubt about the store (crash-only). Takes the lane, determines
 * the outcome of the batch in doubt, and loads what is in flight or due. Used by the lane's thread only.
 */
public final class LaneRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(LaneRecovery.class);

    /** Sorts after all rows of executions with work in flight. */
    private static final Due IN_FLIGHT_LAST = new Due(ExecutionRow.IN_FLIGHT, new ExecutionId(new UUID(-1, -1)));

    private static final Duration BACKOFF_MIN = Duration.ofMillis(50);
    private static final Duration BACKOFF_MAX = Duration.ofSeconds(5);

    private final int number;
    private final LaneStore store;
    private final Clock clock;
    private final Dispatcher dispatcher;
    private final Memory memory;
    private final Room room;
    private final StoreOutage outage;
    private final Tenure tenure;
    private final DecisionClock decisions;
    private final ExecutionLoader loader;
    private final ExecutionRestorer restorer;
    private final Supplier<ShardSet> shards;
    private final Consumer<RecoveryOutcome> outcomes;
    private final Waiters waiters;

    private @Nullable LaneBatch doubt;

    /** The executions that are being loaded without a message that needs them. */
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

    /** The shards whose executions are being loaded. */
    private ShardSet loading = ShardSet.NONE;

    /** Whether these shards were taken over from another lane. */
    private boolean takingOver;

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

    /**
     * @param shards the shards of the lane
     * @param outcomes receives what the lane must act on, on the lane's thread
     */
    public LaneRecovery(
            int number,
            LaneStore store,
            Clock clock,
            DecisionClock decisions,
            Dispatcher dispatcher,
            Memory memory,
            Room room,
            StoreOutage outage,
            Tenure tenure,
            ExecutionLoader loader,
            ExecutionRestorer restorer,
            Supplier<ShardSet> shards,
            Consumer<RecoveryOutcome> outcomes) {
        this.number = number;
        this.store = store;
        this.clock = clock;
        this.decisions = decisions;
        this.dispatcher = dispatcher;
        this.memory = memory;
        this.room = room;
        this.outage = outage;
        this.tenure = tenure;
        this.loader = loader;
        this.restorer = restorer;
        this.shards = shards;
        this.outcomes = outcomes;
        this.waiters = new Waiters(number, memory, store::find, loader::loadSome, restorer::ended);
    }

    /**
     * A new recovery for the next thread, because the previous one may be in the middle of this one. Forgets what that
     * thread has decided and not stored. Quarantines the execution from whose decision it does not return.
     *
     * @param batch the batch that it worked on; null if it only loaded executions
     */
    public LaneRecovery takenFrom(Tenure.Call call, @Nullable LaneBatch batch, Duration length) {
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
        LaneRecovery next = new LaneRecovery(
                number,
                store,
                clock,
                decisions,
                dispatcher,
                memory,
                room,
                outage,
                tenure,
                loader,
                restorer,
                shards,
                outcomes);
        next.doubt(batch, blamed == null ? null : why);
        return next;
    }

    /**
     * @param poison the error that would occur again if the same messages were decided again; null if the error may
     *     pass
     */
    public void doubt(@Nullable LaneBatch batch, @Nullable RuntimeException poison) {
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
            if (batch != null && batch.isStale()) {
                backoff = BACKOFF_MIN; // the store answers, so no outage has to be waited for
            }
            rest();
        }
    }

    /** Notes that something was stored, which ends the trouble. */
    public void stored() {
        inTrouble = false;
        backoff = BACKOFF_MIN;
    }

    private void rest() {
        notBeforeNanos = clock.nanos() + backoff.toNanos();
        backoff = backoff.multipliedBy(2).compareTo(BACKOFF_MAX) < 0 ? backoff.multipliedBy(2) : BACKOFF_MAX;
    }

    /** One step of the recovery. */
    public long runOnce() {
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
            outcomes.accept(new RecoveryOutcome.Fenced()); // whether its last batch landed remains unknown
            return;
        }
        if (found == Reacquired.FORGOTTEN) {
            outage.forgotten();
        }
        if (batch != null) {
            // A batch that never reached the store has not landed, even if the batch before it has.
            if (found == Reacquired.LANDED && batch.isHandedOver()) {
                outcomes.accept(new RecoveryOutcome.Landed(batch));
            } else {
                outcomes.accept(new RecoveryOutcome.NotLanded(batch, poison));
            }
        }
        doubt = null;
        reload();
    }

    private void failed(String what, Throwable error) {
        if (ExecutionLoader.unwrapped(error) instanceof Error death) {
            outcomes.accept(new RecoveryOutcome.Died(death));
            return;
        }
        busy = false;
        failedBefore = true;
        outage.failed(ExecutionLoader.unwrapped(error), clock.nanos());
        // The stack trace is on debug level: during an outage each failure costs one line, not a page.
        LOG.warn("lane {}: {} failed; trying again in {} ms: {}", number, what, backoff.toMillis(), error.toString());
        LOG.debug("lane {}", number, error);
        rest();
    }

    private void reload() {
        memory.drop();
        reloading = true;
        takingOver = false;
        restorer.forgetCounted();
        loading = shards.get();
        pages(new Page(null, 0));
    }

    /** Loads what is in flight or due in shards that the lane has taken over from another one. */
    public void acquire(ShardSet taken) {
        busy = true;
        takingOver = true;
        restorer.forgetCounted();
        loading = taken;
        guarded(() -> pages(new Page(null, 0)));
    }

    /** Loads parked executions that will soon be due. The lane keeps its incarnation and works on afterwards. */
    public void sweep() {
        busy = true;
        loading = shards.get();
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
        store.due(loading, until, page.after(), room.lane().pageSize())
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
        loader.loadSome(missing)
                .whenComplete((loaded, error) -> guarded(() -> {
                    if (error != null) {
                        suspectAgain(error);
                    } else {
                        restoreAll(loaded, page);
                    }
                }));
    }

    private void restoreAll(Loaded loaded, Page page) {
        LaneBatch batch = new LaneBatch(decisions.now(), List.of());
        restoring = batch;
        List<ExecutionId> left = restorer.restore(loaded, batch);
        restoring = null;
        int count =
                page.loadedBefore() + loaded.executions().size() + loaded.left().size() - left.size();
        Page next = new Page(page.after(), count, left, page.last());
        outcomes.accept(new RecoveryOutcome.Restored(batch, () -> turnPage(next)));
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
        if (reloading || takingOver) {
            reloading = false;
            takingOver = false;
            dispatcher.settled(number, loading, restorer.counted());
        }
        restorer.forgetCounted();
        outcomes.accept(new RecoveryOutcome.Loaded());
    }

    private static boolean isInFlight(Due due) {
        return due.wakeAt().equals(ExecutionRow.IN_FLIGHT);
    }

    private void suspectAgain(Throwable error) {
        acquired = false;
        failed("loading executions", error);
        outcomes.accept(new RecoveryOutcome.Suspect());
    }
}
