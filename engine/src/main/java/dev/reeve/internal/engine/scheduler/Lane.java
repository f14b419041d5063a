package dev.reeve.internal.engine.scheduler;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.LaneOptions;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.batch.BatchEffects;
import dev.reeve.internal.engine.scheduler.batch.DeadlineListener;
import dev.reeve.internal.engine.scheduler.batch.Entrance;
import dev.reeve.internal.engine.scheduler.batch.LaneBatch;
import dev.reeve.internal.engine.scheduler.batch.LaneShards;
import dev.reeve.internal.engine.scheduler.batch.LaneStats;
import dev.reeve.internal.engine.scheduler.batch.ObserverCalls;
import dev.reeve.internal.engine.scheduler.batch.OwnFailures;
import dev.reeve.internal.engine.scheduler.batch.Repeats;
import dev.reeve.internal.engine.scheduler.decision.ChildSteps;
import dev.reeve.internal.engine.scheduler.decision.DecisionApplier;
import dev.reeve.internal.engine.scheduler.decision.DecisionClock;
import dev.reeve.internal.engine.scheduler.decision.MessageHandler;
import dev.reeve.internal.engine.scheduler.decision.Tenure;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.memory.ParkingPolicy;
import dev.reeve.internal.engine.scheduler.message.Escalated;
import dev.reeve.internal.engine.scheduler.message.Handover;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.recovery.ExecutionLoader;
import dev.reeve.internal.engine.scheduler.recovery.ExecutionRestorer;
import dev.reeve.internal.engine.scheduler.recovery.LaneRecovery;
import dev.reeve.internal.engine.scheduler.recovery.RecoveryOutcome;
import dev.reeve.internal.engine.scheduler.recovery.StoreOutage;
import dev.reeve.spi.Observer;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.ShardSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only writer of some shards. A turn takes all waiting messages, lets the core decide on each, writes everything in
 * one transaction, and acts once that is committed. Messages that arrive meanwhile form the next batch (group commit).
 *
 * <p>After any doubt about the store, the lane drops its memory, takes a new incarnation and reloads
 * ({@link LaneRecovery}).
 *
 * <p>{@link #offer} and {@link #offerStart} may be called by any thread. Everything else belongs to the one thread that
 * drives {@link #runOnce}.
 */
public final class Lane {

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final int number;
    private final LaneStore store;
    private final Clock clock;
    private final Dispatcher dispatcher;
    private final DecisionClock decisions;
    private final Room room;
    private final Memory memory;
    private final DecisionApplier deciding;
    private final MessageHandler handling;
    private final ParkingPolicy parking;
    private final ExecutionLoader loader;
    private final ExecutionRestorer restorer;
    private final BatchEffects effects;
    private LaneRecovery recovery;
    private final Tenure tenure;
    private final LaneStats stats = new LaneStats();
    private final StoreOutage outage = new StoreOutage();
    private final Entrance entrance;
    private final Repeats again;
    private final LaneShards shards;
    private final LaneShutdown ending;

    /** Whether an idle lane has messages to decide again. */
    private volatile boolean repeating;

    /** The error that ends this lane's loop; futures would swallow it. */
    private @Nullable Error fatal;

    /**
     * Whether nothing was written since the last sweep. Then the next sweep writes an empty batch, to notice a new
     * owner.
     */
    private boolean silent;

    private ObserverCalls observing = new ObserverCalls(Observer.NONE);
    private volatile LanePhase phase = LanePhase.SUSPECT;

    /** @param onOver receives the reason why the lane ended, unless it was closed */
    public Lane(
            int number,
            LaneStore store,
            Clock clock,
            Dispatcher dispatcher,
            DeadlineListener deadlines,
            Definitions definitions,
            Room room,
            Consumer<ReeveException> onOver) {
        this.number = number;
        this.store = store;
        this.clock = clock;
        this.dispatcher = dispatcher;
        this.decisions = new DecisionClock(clock);
        this.room = room;
        LaneOptions options = room.lane();
        this.memory = new Memory(room.held(), room.shares(), definitions.inUse());
        this.again = new Repeats(number, memory, clock);
        this.shards = new LaneShards(number, store.shards(), memory, again, dispatcher);
        this.entrance = new Entrance(options.waitingStartsMax());
        this.ending = new LaneShutdown(number, entrance, again, memory, shards, dispatcher, onOver);
        this.tenure = new Tenure(clock);
        this.deciding = new DecisionApplier(dispatcher, room.shares().options(), tenure);
        ChildSteps nesting = new ChildSteps(memory, definitions, deciding);
        this.handling = new MessageHandler(number, memory, deciding, nesting, definitions, room, again::standAside);
        this.parking = new ParkingPolicy(options.parkAfter(), Duration.ofDays(1));
        this.loader = new ExecutionLoader(number, store, memory, room);
        this.restorer = new ExecutionRestorer(entrance, dispatcher, definitions, memory, room, tenure, loader);
        this.effects = new BatchEffects(memory, dispatcher, deadlines, entrance, stats);
        this.recovery = new LaneRecovery(
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
                shards::shards,
                this::act);
    }

    /** Sets the signal after each message. The signal must be cheap. */
    public void onMessage(Runnable signal) {
        entrance.onMessage(signal);
    }

    /** Sets where messages about executions of other lanes go. */
    void onStray(Consumer<Message> action) {
        shards.onStray(action);
    }

    /** The shards that this lane writes. May be called by any thread. */
    ShardSet shards() {
        return shards.shards();
    }

    /** Sets the observer; see {@link Observer}. Called before any other method. */
    public void observedBy(Observer told) {
        observing = new ObserverCalls(told);
        deciding.observedBy(observing);
        effects.observedBy(observing);
    }

    /** Sets the signal after a commit with outgoing messages. The signal must be cheap. */
    public void onPosted(Runnable signal) {
        effects.onPosted(signal);
    }

    /** Sets the listener for steps that need a person. It is called after the commit, and must be cheap. */
    public void onEscalated(Consumer<Escalated> action) {
        effects.onEscalated(action);
    }

    /**
     * Sets the listener for executions that are quarantined because deciding about them fails, with the reason. Must be
     * cheap.
     */
    public void onShunned(BiConsumer<ExecutionId, RuntimeException> action) {
        memory.onShunned(action);
    }

    /** Whether the store has failed for longer than callers are kept waiting. */
    public boolean isCutOff() {
        return phase == LanePhase.SUSPECT && outage.lasts(clock.nanos());
    }

    /** How often the lane has found that the store lost work that it had acknowledged (F22). */
    public int losses() {
        return outage.losses();
    }

    void offer(Message message) {
        entrance.offer(message);
    }

    /**
     * Offers a request from outside. It is refused if too many messages wait; other messages are never refused for
     * that.
     */
    void offerQuestion(Message message) {
        entrance.offerQuestion(message);
    }

    /** @return false if too many starts wait already */
    boolean offerStart(Message.Begin start) {
        if (isCutOff()) {
            start.promise().completeExceptionally(outage.nothingStored());
            return true;
        }
        return entrance.offerStart(start);
    }

    int waitingStarts() {
        return entrance.waitingStarts();
    }

    public int number() {
        return number;
    }

    /** Whether nothing waits and nothing is under way. */
    public boolean isIdle() {
        return phase == LanePhase.IDLE && !repeating && entrance.isEmpty();
    }

    public boolean isFenced() {
        return phase == LanePhase.FENCED;
    }

    /** Whether the lane has ended. */
    public boolean isOver() {
        return entrance.over() != null;
    }

    public LaneStats stats() {
        return stats;
    }

    /**
     * One turn.
     *
     * @return how long to rest, in nanoseconds, unless a message or the store's answer comes; 0 to go on at once
     */
    public long runOnce() {
        return tenure.turn(this::turns);
    }

    private long turns() {
        long rest = switch (phase) {
            case IDLE -> turn();
            case BUSY -> Loop.UNTIL_WOKEN;
            case SUSPECT -> {
                long untilNextTry = recovery.runOnce();
                if (phase == LanePhase.SUSPECT && ending.judge(outage, clock.nanos())) {
                    phase = LanePhase.ENDED;
                }
                yield phase == LanePhase.SUSPECT ? untilNextTry : 0;
            }
            case FENCED, ENDED -> Loop.UNTIL_WOKEN;
        };
        if (tenure.isLost()) {
            return Loop.UNTIL_WOKEN; // a future has swallowed the error that this thread has lost the lane
        }
        memory.shares().handOver();
        if (fatal != null) {
            throw fatal;
        }
        ending.look(phase);
        return rest;
    }

    private long turn() {
        List<Message> taken = shards.own(take());
        if (taken.isEmpty()) {
            repeating = !again.isEmpty();
            return entrance.isEmpty() ? again.rest() : 0;
        }
        phase = LanePhase.BUSY;
        if (taken.getFirst() instanceof Message.Acquire(Handover handover)) {
            shards.acquire(handover);
            recovery.acquire(handover.shards());
            return phase == LanePhase.BUSY ? Loop.UNTIL_WOKEN : 0;
        }
        LaneBatch batch = new LaneBatch(decisions.now(), taken);
        entrance.underWay(batch);
        guarded(batch, () -> fetch(batch));
        return phase == LanePhase.BUSY ? Loop.UNTIL_WOKEN : 0;
    }

    private List<Message> take() {
        List<Message> taken = new ArrayList<>();
        if (again.takeTo(taken)) {
            return taken;
        }
        int countMax = Math.min(room.lane().batchMessagesMax(), again.countMax());
        entrance.takeTo(taken, countMax, room.memory().batchBytesMax());
        return taken;
    }

    /** Before deciding, reads the executions that the messages need from the store, and then their parents. */
    private void fetch(LaneBatch batch) {
        Set<ExecutionId> toFind = new LinkedHashSet<>();
        Set<ExecutionId> toLoad = new LinkedHashSet<>();
        handling.missing(batch, toFind, toLoad);
        if (toFind.isEmpty() && toLoad.isEmpty()) {
            handling.revoke(batch, store, error -> guarded(batch, () -> revoked(error, batch)));
            return;
        }
        batch.find(store, List.copyOf(toFind))
                .thenCompose(found -> loader.load(List.copyOf(toLoad), bytesToLoad(batch)))
                .whenComplete((loaded, error) -> guarded(batch, () -> {
                    if (error != null) {
                        suspect("reading failed", error, batch);
                    } else {
                        loaded(batch, toLoad, loaded);
                        fetch(batch);
                    }
                }));
    }

    private void revoked(@Nullable Throwable error, LaneBatch batch) {
        if (error == null) {
            decide(batch);
        } else {
            suspect("revoking permits failed", error, batch);
        }
    }

    /** How much text to load. A single message may load executions of any size that fits into memory at all. */
    private long bytesToLoad(LaneBatch batch) {
        return batch.messages().size() == 1
                ? room.executionBytesMax()
                : room.memory().pageBytesMax();
    }

    private void loaded(LaneBatch batch, Set<ExecutionId> asked, Loaded loaded) {
        List<ExecutionId> left = restorer.restore(loaded, batch);
        if (left.isEmpty()) {
            asked.stream().filter(id -> memory.get(id) == null).forEach(memory::forgetSwapped);
            return;
        }
        int messages = batch.messages().size();
        if (messages > 1) {
            again.postpone(entrance.cut(batch, messages / 2));
            batch.unseek(left);
        } else if (loaded.executions().isEmpty()) {
            loader.tooLarge(left);
        } else {
            batch.unseek(left);
        }
    }

    /**
     * Runs a step and handles its errors. A future would swallow them, and the lane would stand still forever (R20).
     */
    private void guarded(LaneBatch batch, Runnable step) {
        try {
            step.run();
        } catch (Tenure.Lost e) {
            throw e; // nothing here belongs to this thread any more
        } catch (Throwable e) {
            suspect("a turn failed", e, batch);
        }
        ending.look(phase);
    }

    private void decide(LaneBatch batch) {
        List<Message> messages = batch.messages();
        for (int i = 0; i < messages.size(); i++) {
            if (i > 0 && (batch.decidedBytes() >= room.memory().batchBytesMax() || memory.isCrowded())) {
                again.postpone(entrance.cut(batch, i));
                break;
            }
            batch.deciding(messages.get(i));
            handling.handle(messages.get(i), batch);
        }
        batch.deciding(null);
        write(batch, () -> committed(batch));
    }

    /** Stores what the batch must write, if anything, and continues once that is committed. */
    private void write(LaneBatch batch, Runnable next) {
        shards.release(batch);
        Batch written = batch.rows(parking, memory);
        boolean nothing = written.journal().isEmpty()
                && written.started().isEmpty()
                && written.changed().isEmpty()
                && written.crossing().isEmpty();
        if (nothing && !(batch.sweepsNext() && silent)) {
            next.run();
            return;
        }
        shards.check(written.journal());
        silent = false;
        memory.shares().handOver();
        long begun = clock.nanos();
        batch.handOver();
        store.commit(written)
                .whenComplete((outcome, error) -> guarded(batch, () -> {
                    long took = clock.nanos() - begun;
                    stats.committed(written.journal().size(), took);
                    observing.committed(written.journal().size(), took);
                    switch (outcome) {
                        case null -> suspect("committing failed", error, batch);
                        case CommitOutcome.Committed committed -> {
                            recovery.stored();
                            outage.stored();
                            again.stored(batch);
                            next.run();
                        }
                        case CommitOutcome.Fenced fenced -> fenced(batch);
                        case CommitOutcome.InDoubt doubt -> suspect("committing failed", doubt.cause(), batch);
                    }
                }));
    }

    private void committed(LaneBatch batch) {
        effects.release(batch);
        effects.answer(batch);
        entrance.underWay(null);
        released(batch);
        effects.swapOut();
        if (batch.sweepsNext()) {
            silent = true;
            memory.forgetGone();
            recovery.sweep();
        } else {
            idle();
        }
    }

    private void idle() {
        repeating = !again.isEmpty();
        phase = LanePhase.IDLE;
    }

    private void suspect(String what, Throwable error, LaneBatch batch) {
        Throwable cause = ExecutionLoader.unwrapped(error);
        RuntimeException poison = again.poison(cause, batch);
        OwnFailures.noteLock(cause, batch);
        if (cause instanceof Error death && poison == null) {
            die(death);
            return;
        }
        LOG.warn(
                "lane {}: {}; dropping memory, taking the lane again and reloading: {}",
                number,
                what,
                cause.toString());
        LOG.debug("lane {}", number, cause);
        phase = LanePhase.SUSPECT;
        memory.drop();
        if (poison == null && !batch.isStale()) {
            outage.failed(cause, clock.nanos());
        }
        recovery.doubt(batch, poison);
        dispatcher.doubt(number, batch.reservedSlots());
    }

    /**
     * The decision that the lane's thread works on, compared by identity; null if none. May be called by any thread.
     */
    public @Nullable Object deciding() {
        return tenure.deciding();
    }

    /** How many threads have lost this lane within a decision and have not returned. May be called by any thread. */
    public int hanging() {
        return tenure.hanging();
    }

    /**
     * Takes the lane from the thread that works on this decision, and quarantines its execution. A new loop may then
     * drive the lane.
     *
     * @return the execution; null if that decision is over, and nothing has changed
     */
    public @Nullable ExecutionId takeFrom(Object decision, Duration length) {
        if (!(decision instanceof Tenure.Call call) || !tenure.take(call)) {
            return null;
        }
        recovery = recovery.takenFrom(call, entrance.underWay(), length);
        phase = LanePhase.SUSPECT;
        return call.execution();
    }

    /** Ends the loop that drives this lane with this error, and reports it (R20, F60). */
    void die(Error error) {
        fatal = error;
    }

    private void fenced(LaneBatch batch) {
        dispatcher.release(batch.reservedSlots());
        if (entrance.ended(batch)) {
            again.add(batch);
        }
        fenced();
    }

    private void act(RecoveryOutcome outcome) {
        switch (outcome) {
            case RecoveryOutcome.Landed(LaneBatch batch) -> landed(batch);
            case RecoveryOutcome.NotLanded(LaneBatch batch, RuntimeException poison) -> notLanded(batch, poison);
            case RecoveryOutcome.Fenced() -> fenced();
            case RecoveryOutcome.Restored(LaneBatch batch, Runnable next) -> restored(batch, next);
            case RecoveryOutcome.Loaded() -> ready();
            case RecoveryOutcome.Suspect() -> phase = LanePhase.SUSPECT;
            case RecoveryOutcome.Died(Error error) -> die(error);
        }
        ending.look(phase);
    }

    private void restored(LaneBatch batch, Runnable next) {
        write(batch, () -> {
            effects.release(batch);
            effects.swapOut();
            next.run();
        });
    }

    private void landed(LaneBatch batch) {
        outage.stored();
        effects.landed(batch);
        entrance.underWay(null);
        released(batch);
    }

    private void released(LaneBatch batch) {
        if (shards.released(batch)) {
            effects.count();
        }
    }

    /**
     * Handles a batch in doubt that is not in the store: its messages are decided again, on fresh state.
     *
     * @param poison the error that would occur again; the message to blame is given up, or found by halving
     */
    private void notLanded(LaneBatch batch, @Nullable RuntimeException poison) {
        if (entrance.ended(batch)) {
            again.notLanded(batch, poison);
        }
    }

    private void ready() {
        effects.count();
        idle();
        outage.loaded(clock.nanos());
    }

    private void fenced() {
        phase = LanePhase.FENCED;
        ending.fenced();
    }

    /** Ends the lane: every message fails, now and later. The lane's thread must have ended. */
    public void close() {
        ending.refuseAll(entrance.close());
    }

    /** As {@link #close}, for a thread that hangs in the store. It notifies its own callers once it returns. */
    public void abandon() {
        entrance.refuse(entrance.close());
    }

    /** Several nodes share the store: another node that takes the lane's shards takes its messages, too. */
    void shared(Runnable leaving, Consumer<AttemptToken> orphans) {
        ending.shared(leaving);
        restorer.orphans(orphans);
    }

    /**
     * Ends the lane, because other nodes take its shards over, and passes its messages on to them.
     *
     * @param stopped whether the lane's thread has ended; if not, the rest follows when it returns
     */
    void leave(boolean stopped) {
        if (stopped && phase != LanePhase.BUSY) {
            phase = LanePhase.FENCED;
            ending.leave();
        } else {
            ending.abandonToOthers();
        }
    }
}
