package dev.reeve.internal.engine.scheduler.memory;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.QueueTimes;
import dev.reeve.internal.engine.scheduler.admission.Parties;
import dev.reeve.internal.engine.scheduler.message.Weights;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoredExecution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An execution in a lane's memory: its state, and how much of it the store's row contains already. */
public final class LiveExecution {

    private final long digest;
    private final @Nullable StatusMessages announcing;
    private final DueHeap dues;
    private ExecutionState state;

    /** The last journal row, written or in the batch under way; 0 before the first. */
    private int seq;

    /** The time of that row. */
    private Instant lastAt = Instant.MIN;

    private List<Event> pending = new ArrayList<>(4);

    /** How much memory it takes; see {@link Weights}. */
    private long bytes;

    /** Null until it is in memory. */
    private @Nullable Parties parties;

    /** The compiled definition that counts as used by it; null while it is not in memory. */
    private @Nullable Plan counted;

    private boolean isHeld;
    private boolean isTouched;

    // The values of the row in the store; null and RUNNING before the row exists.
    private boolean stored;
    private ExecutionStatus storedStatus = ExecutionStatus.RUNNING;
    private @Nullable Instant storedWakeAt;
    private int storedVersion;

    /** The earliest time at which the supervisor will look at this execution; null for never. */
    private @Nullable Instant wakeRegistered;

    public LiveExecution(ExecutionState state, long digest) {
        this(state, digest, StatusMessages.of(state.started()), new DueHeap());
    }

    private LiveExecution(ExecutionState state, long digest, @Nullable StatusMessages announcing, DueHeap dues) {
        this.state = state;
        this.digest = digest;
        this.announcing = announcing;
        this.dues = dues;
        this.bytes = Weights.of(state);
    }

    /**
     * An execution that was loaded.
     *
     * @param before what was kept of it while it was swapped out; null if it was not
     */
    public static LiveExecution loaded(ExecutionState state, StoredExecution stored, @Nullable SwappedOut before) {
        List<JournalRow> journal = stored.journal();
        LiveExecution live = new LiveExecution(
                state,
                stored.row().digest(),
                StatusMessages.of(state, journal),
                before == null ? new DueHeap() : before.dues());
        JournalRow last = journal.getLast();
        live.seq = last.seq();
        live.lastAt = last.at();
        live.stored(stored.row().status(), stored.row().wakeAt());
        live.wakeRegistered = before == null ? null : before.wakeRegistered();
        live.parties = before == null ? null : before.parties();
        live.bytes += stored.journalLength();
        return live;
    }

    /** The data that stays in memory so that the execution can be loaded again. */
    SwappedOut swappedOut() {
        return new SwappedOut(dues, wakeRegistered, parties());
    }

    /** The parties whose room it takes. */
    Parties parties() {
        return Objects.requireNonNull(parties, "an execution in memory takes the room of its parties");
    }

    /** For {@link Memory}, when the execution is added. */
    void parties(Parties joined) {
        parties = joined;
    }

    /** Whether it is in memory, and counts there. */
    boolean isHeld() {
        return isHeld;
    }

    /** For {@link Memory}, when the execution is added or removed. */
    void held(boolean held) {
        isHeld = held;
    }

    /** The compiled definition that counts as used by it; null while it is not in memory. */
    @Nullable Plan counted() {
        return counted;
    }

    /** For {@link Memory}, which counts. */
    void counted(@Nullable Plan plan) {
        counted = plan;
    }

    /** @return whether this is its first touch in the batch under way */
    public boolean touch() {
        boolean first = !isTouched;
        isTouched = true;
        return first;
    }

    /** Called when the batch has collected its rows. */
    public void untouch() {
        isTouched = false;
    }

    /** How much memory it takes. */
    long bytes() {
        return bytes;
    }

    /** Adds the size of new history. For {@link Memory}, which keeps the account. */
    void grow(long more) {
        bytes += more;
    }

    public ExecutionState state() {
        return state;
    }

    public long digest() {
        return digest;
    }

    /** Null if the execution has no {@code replyTo}. */
    public @Nullable StatusMessages announcing() {
        return announcing;
    }

    /** Registers the time at which the step will have waited too long for an agent, if its waiting is limited. */
    public void queued(StepPath step) {
        Instant until = QueueTimes.until(state, step);
        if (until != null) {
            dues.add(new DueHeap.Due.OfQueue(until, step));
        }
    }

    public DueHeap dues() {
        return dues;
    }

    public void advance(List<Event> events, ExecutionState next) {
        pending.addAll(events);
        state = next;
    }

    /** Whether nothing was decided about it yet. */
    public boolean isNew() {
        return seq == 0 && pending.isEmpty();
    }

    public boolean hasPending() {
        return !pending.isEmpty();
    }

    /** The events since the last journal row. They go into the next row. */
    public List<Event> takePending() {
        List<Event> events = pending;
        pending = new ArrayList<>(4);
        return events;
    }

    /** @param at when it was decided */
    public int nextSeq(Instant at) {
        lastAt = at;
        return ++seq;
    }

    /**
     * The time of a decision made now. A history does not go back, even if the store's clock was set back while another
     * node had the execution (F26).
     */
    public Instant time(Instant now) {
        return now.isBefore(lastAt) ? lastAt : now;
    }

    public boolean isStored() {
        return stored;
    }

    /**
     * Whether the row in the store can stay as it is. A wake time that is too early only costs a look, so it is
     * corrected when the execution leaves memory, not at every transition.
     */
    public boolean rowSuffices(ExecutionStatus status, ParkingPlace place) {
        Instant wanted = place.wakeAt();
        if (storedStatus != status || wanted == null || storedWakeAt == null || versionToStore() != null) {
            return false;
        }
        return place.leaves() ? wanted.equals(storedWakeAt) : !storedWakeAt.isAfter(wanted);
    }

    /** The version to write; null if the row in the store has it already. */
    @Nullable Integer versionToStore() {
        int version = version();
        return version == storedVersion ? null : (Integer) version;
    }

    private int version() {
        return state.plan().workflow().version();
    }

    public void stored(ExecutionStatus status, @Nullable Instant wakeAt) {
        stored = true;
        storedVersion = version();
        storedStatus = status;
        storedWakeAt = wakeAt;
    }

    /** Whether the supervisor must still register this wake time. */
    public boolean registerWake(Instant at) {
        if (wakeRegistered != null && !at.isBefore(wakeRegistered)) {
            return false;
        }
        wakeRegistered = at;
        return true;
    }

    public void woken() {
        wakeRegistered = null;
    }
}
