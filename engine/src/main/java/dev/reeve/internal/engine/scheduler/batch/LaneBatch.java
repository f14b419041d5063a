package dev.reeve.internal.engine.scheduler.batch;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.engine.dispatch.Delivery;
import dev.reeve.internal.engine.dispatch.EndedAttempt;
import dev.reeve.internal.engine.dispatch.Slot;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.scheduler.memory.IndexRows;
import dev.reeve.internal.engine.scheduler.memory.LiveExecution;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.memory.ParkingPlace;
import dev.reeve.internal.engine.scheduler.memory.ParkingPolicy;
import dev.reeve.internal.engine.scheduler.memory.StatusMessages;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Escalated;
import dev.reeve.internal.engine.scheduler.message.Finished;
import dev.reeve.internal.engine.scheduler.message.Letter;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.spi.Observer;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Permit;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one turn of a lane, and its actions after their commit. Nothing in here takes effect before the commit.
 */
public final class LaneBatch {

    private final Instant now;
    private volatile List<Message> messages;
    private final List<LiveExecution> touched = new ArrayList<>();
    private final List<Runnable> answers = new ArrayList<>();
    private final List<Delivery> deliveries = new ArrayList<>();
    private final List<ReadyStep> ready = new ArrayList<>(0);
    private final List<Slot> reserved = new ArrayList<>();
    private final Attempts forgotten = new Attempts();
    private final Attempts cancelled = new Attempts();
    private final List<AttemptToken> uncounted = new ArrayList<>(0);
    private final List<ReadyStep> withdrawn = new ArrayList<>(0);
    private final List<AttemptToken> recounted = new ArrayList<>(0);
    private final List<DeadlineListener.Deadline> deadlines = new ArrayList<>();
    private final List<LiveExecution> leaving = new ArrayList<>();
    private final Map<ExecutionId, ExecutionRow> rows = new HashMap<>(0);
    private final Map<ExecutionId, Finished> over = new HashMap<>(0);
    private final Set<ExecutionId> soughtRows = new HashSet<>(0);
    private final Set<ExecutionId> held = new HashSet<>(0);
    private final Set<ExecutionId> sought = new HashSet<>(0);
    private final List<Message> followUps = new ArrayList<>(0);
    private final List<OutboxRow> posted = new ArrayList<>(0);
    private final List<Escalated> escalated = new ArrayList<>(0);
    private final List<Consumer<Observer>> observed = new ArrayList<>(0);
    private final List<EndedAttempt> reported = new ArrayList<>(0);
    private final List<InboxKey> consumed = new ArrayList<>(0);
    private final List<ReplyRow> replies = new ArrayList<>(0);
    private final List<AttemptToken> granted = new ArrayList<>(0);
    private final List<AttemptToken> settled = new ArrayList<>(0);
    private Map<AttemptToken, Permit> permits = Map.of();
    private ShardSet released = ShardSet.NONE;

    /** Whether the message that is being decided comes from another node. */
    private boolean replying;

    /** Whether the message that is being decided gets its answer in a later batch. */
    private boolean standingAside;

    private long decidedBytes;
    private boolean sweepsNext;
    private boolean handedOver;
    private @Nullable Message deciding;
    private @Nullable StoreException locked;
    private boolean stale;

    /** Attempts, each with the agent that has it. */
    public static final class Attempts {
        final List<AttemptToken> tokens = new ArrayList<>(0);
        final List<String> agents = new ArrayList<>(0);

        public void add(AttemptToken token, String agent) {
            tokens.add(token);
            agents.add(agent);
        }
    }

    public LaneBatch(Instant now, List<Message> messages) {
        this.now = now;
        this.messages = messages;
        for (Message message : messages) {
            if (message instanceof Message.Grant grant) {
                reserved.add(grant.slot());
            }
        }
    }

    /** From here on the store decides the outcome of the batch. */
    public void handOver() {
        handedOver = true;
    }

    public boolean isHandedOver() {
        return handedOver;
    }

    public Instant now() {
        return now;
    }

    public List<Message> messages() {
        return messages;
    }

    /**
     * Keeps only the first messages in this batch.
     *
     * @param count how many
     * @return the others, for another batch
     */
    public List<Message> cut(int count) {
        List<Message> all = messages;
        List<Message> others = List.copyOf(all.subList(count, all.size()));
        messages = List.copyOf(all.subList(0, count));
        Set<Slot> theirs = new HashSet<>();
        for (Message message : others) {
            if (message instanceof Message.Grant grant) {
                theirs.add(grant.slot());
            }
        }
        reserved.removeIf(theirs::contains);
        return others;
    }

    /** Adds to the amount of text that will be written. */
    public void decided(long bytes) {
        decidedBytes += bytes;
    }

    /** The approximate amount of text that will be written. */
    public long decidedBytes() {
        return decidedBytes;
    }

    /** Notes that a lock from outside blocked this batch, so nothing of it is stored. */
    void locked(StoreException cause) {
        locked = cause;
    }

    /** The failure caused by a lock from outside; null if there was none. */
    @Nullable StoreException locked() {
        return locked;
    }

    /** Notes that others have written about its executions, so that it must be decided again on what they wrote. */
    void stale() {
        stale = true;
        handedOver = false;
    }

    /** Whether others have written about its executions. The store has answered, and nothing of it is stored. */
    public boolean isStale() {
        return stale;
    }

    /** Sets the message that is being decided; null for none. */
    public void deciding(@Nullable Message message) {
        deciding = message;
    }

    /** The message to blame if the batch fails now; null if that is not known. */
    public @Nullable Message blamed() {
        return messages.size() == 1 ? messages.getFirst() : deciding;
    }

    // Found in the store for the messages

    /**
     * Looks for the newest executions of keys. Asks first which keys are held: an execution that another transaction
     * commits in between is found.
     *
     * @param ids of one execution of each key
     */
    public CompletionStage<Void> find(LaneStore store, List<ExecutionId> ids) {
        CompletionStage<Set<ExecutionId>> asked =
                ids.isEmpty() ? CompletableFuture.completedStage(Set.of()) : store.held(ids);
        return asked.thenCompose(found -> {
                    held.addAll(found);
                    return store.newest(ids);
                })
                .thenAccept(rows::putAll);
    }

    /** Whether another transaction holds the key of this execution, by which its newest was looked for. */
    public boolean isHeld(ExecutionId id) {
        return held.contains(id);
    }

    /** This execution, or a later one with the same key; null if the store has neither. */
    public @Nullable ExecutionRow newest(ExecutionId id) {
        return rows.get(id);
    }

    /** @return whether its existence was not looked up before */
    public boolean seekRow(ExecutionId id) {
        return soughtRows.add(id);
    }

    /** @return whether its whole content was not looked for before; its existence may be known */
    public boolean seek(ExecutionId id) {
        return sought.add(id);
    }

    /** Notes that these were not loaded after all. */
    public void unseek(List<ExecutionId> ids) {
        ids.forEach(sought::remove);
    }

    public void over(Finished finished) {
        over.put(finished.state().id(), finished);
    }

    /** The end of a loaded execution; null if it is open, or was not loaded. */
    public @Nullable Ended ended(ExecutionId id) {
        Finished finished = over.get(id);
        return finished == null ? null : finished.ended();
    }

    /** A loaded execution that had ended; null if it is open, or was not loaded. */
    public @Nullable Finished finished(ExecutionId id) {
        return over.get(id);
    }

    /** Notes what is true of the permits of attempts that may end. */
    public void permits(Map<AttemptToken, Permit> found) {
        permits = found;
    }

    /** The permit of an attempt; null if it was not looked up. */
    public @Nullable Permit permit(AttemptToken token) {
        return permits.get(token);
    }

    // Decided in this turn

    /** Attempts that get a permit with this batch. */
    public List<AttemptToken> granted() {
        return granted;
    }

    /** Attempts whose stored output this batch applies. */
    public List<AttemptToken> settled() {
        return settled;
    }

    /** Requests that parked executions are loaded after this turn. */
    public void sweepNext() {
        sweepsNext = true;
    }

    public boolean sweepsNext() {
        return sweepsNext;
    }

    /** Adds a call of the observer after the commit. */
    void observed(Consumer<Observer> told) {
        observed.add(told);
    }

    List<Consumer<Observer>> observed() {
        return observed;
    }

    /** Adds a message for the lane itself after the commit. A reload finds the same message. */
    public void followUp(Message message) {
        followUps.add(message);
    }

    List<Message> followUps() {
        return followUps;
    }

    public void touch(LiveExecution live) {
        if (live.touch()) {
            touched.add(live);
        }
    }

    Collection<LiveExecution> touched() {
        return touched;
    }

    public void answer(Runnable answer) {
        if (replying) {
            answer.run();
        } else {
            answers.add(answer);
        }
    }

    /**
     * Leaves the message that is being decided for a later batch.
     *
     * @param later receives it once this batch is stored
     */
    public void standAside(Consumer<Message> later) {
        Message message = deciding;
        if (message == null) {
            throw new IllegalStateException("nothing is being decided");
        }
        standingAside = true;
        answers.add(() -> later.accept(message));
    }

    /** Decides a message from another node. It is answered at once, because the batch stores the answer. */
    public void replying(Letter letter, Runnable decision) {
        replying = true;
        standingAside = false;
        try {
            decision.run();
        } finally {
            replying = false;
        }
        if (standingAside) {
            return;
        }
        ReeveException kept = letter.kept();
        if (kept != null) {
            answers.add(() -> letter.failed(kept));
            return;
        }
        consumed.add(letter.key());
        ReplyRow reply = letter.reply();
        if (reply != null) {
            replies.add(reply);
        }
        answers.add(letter::applied);
    }

    /** Frees these shards of the lane with this batch. */
    void free(ShardSet shards) {
        released = shards;
    }

    List<Runnable> answers() {
        return answers;
    }

    public List<Delivery> deliveries() {
        return deliveries;
    }

    public List<ReadyStep> ready() {
        return ready;
    }

    public void reserved(Slot slot) {
        reserved.add(slot);
    }

    /** All slots that this batch holds; to be given back if the batch fails. */
    public List<Slot> reservedSlots() {
        return reserved;
    }

    /** The slots that turned out not to be needed. */
    List<Slot> unusedSlots() {
        if (deliveries.size() == reserved.size()) {
            return List.of(); // each was used
        }
        Set<Slot> unused = new LinkedHashSet<>(reserved);
        deliveries.forEach(delivery -> unused.remove(delivery.slot()));
        return List.copyOf(unused);
    }

    public Attempts forgotten() {
        return forgotten;
    }

    /** Attempts that were reported or lost, and that agents of other nodes may have. */
    public List<EndedAttempt> reported() {
        return reported;
    }

    public Attempts cancelled() {
        return cancelled;
    }

    /** Ended attempts whose calls counted for a limit. */
    public List<AttemptToken> uncounted() {
        return uncounted;
    }

    /** Attempts under way that may count for another limit than before. */
    public List<AttemptToken> recounted() {
        return recounted;
    }

    /** Steps that do not wait for a slot any more as they did. */
    public List<ReadyStep> withdrawn() {
        return withdrawn;
    }

    List<DeadlineListener.Deadline> deadlines() {
        return deadlines;
    }

    /** Executions that can leave memory after the commit: they have ended, or only wait. */
    List<LiveExecution> leaving() {
        return leaving;
    }

    /** Steps that need a person. */
    public List<Escalated> escalated() {
        return escalated;
    }

    /** Whether the batch contains outgoing messages. */
    boolean isPosting() {
        return !posted.isEmpty();
    }

    /**
     * The rows to write; empty if nothing was decided. Also sets when each touched execution must be looked at again.
     */
    public Batch rows(ParkingPolicy parking, Memory memory) {
        List<JournalRow> journal = new ArrayList<>(touched.size());
        List<ExecutionRow> started = new ArrayList<>();
        List<ExecutionChange> changed = new ArrayList<>();
        for (LiveExecution live : touched) {
            live.untouch();
            ExecutionState state = live.state();
            boolean moved = live.hasPending();
            if (moved) {
                Instant at = live.time(now);
                List<Event> events = live.takePending();
                int seq = live.nextSeq(at);
                JournalRow row = new JournalRow(state.id(), seq, at, EventCodec.write(events));
                memory.grew(live, row.events().length());
                journal.add(row);
                StatusMessages announcing = live.announcing();
                if (announcing != null) {
                    posted.addAll(announcing.after(seq, at, events, state));
                }
            }
            ParkingPlace place = parking.place(live, moved, now);
            if (place.leaves()) {
                leaving.add(live);
            } else {
                Instant at = place.lookAt();
                if (at != null && live.registerWake(at)) {
                    deadlines.add(new DeadlineListener.Deadline(state.id(), at));
                }
            }
            if (!live.isStored()) {
                started.add(IndexRows.row(live, place.wakeAt()));
                live.stored(state.status(), place.wakeAt());
            } else if (!live.rowSuffices(state.status(), place)) {
                changed.add(IndexRows.change(live, place.wakeAt()));
                live.stored(state.status(), place.wakeAt());
            }
        }
        return new Batch(journal, started, changed, posted, crossing(), permitted());
    }

    private Batch.Permits permitted() {
        return granted.isEmpty() && settled.isEmpty() ? Batch.Permits.NONE : new Batch.Permits(granted, settled);
    }

    private Batch.Crossing crossing() {
        return consumed.isEmpty() && released.isEmpty()
                ? Batch.Crossing.NONE
                : new Batch.Crossing(released, consumed, replies);
    }
}
