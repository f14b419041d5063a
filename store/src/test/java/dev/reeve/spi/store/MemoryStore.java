package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.UnofferedAction;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory, for tests of whatever stands on a store. It runs the same contract as the real ones. Thread-safe.
 *
 * <p>{@link #close} closes this view only; {@link #reopened} is the same database, opened again.
 */
public final class MemoryStore implements Store {

    /** What outlives a restart. Guarded by itself. */
    private static final class Database {
        final NavigableMap<ExecutionId, ExecutionRow> rows = new TreeMap<>();
        final Map<ExecutionId, List<JournalRow>> journals = new TreeMap<>();
        final NavigableMap<String, ServicePause> pauses = new TreeMap<>();
        final List<ServiceChange> serviceChanges = new ArrayList<>();
        List<UnofferedAction> unoffered = List.of();
        final MemorySchedules schedules = new MemorySchedules();
        final List<StoredWorkflow> workflows = new ArrayList<>();
        final MemoryOutbox outbox = new MemoryOutbox();
        final Set<String> receipts = new HashSet<>();
        long incarnation;
    }

    private static final int LANES_MAX = 4;

    private final Database database;
    private final Supplier<Instant> clock;
    private volatile boolean closed;
    private long endedRows;

    /** @param clock the time of this store */
    public MemoryStore(Supplier<Instant> clock) {
        this(new Database(), clock);
    }

    private MemoryStore(Database database, Supplier<Instant> clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Another store on the same data, as after a restart. */
    public MemoryStore reopened() {
        return new MemoryStore(database, clock);
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        if (lanes < 1 || lanes > LANES_MAX) {
            throw new IllegalArgumentException("lanes: expected 1 to %d, found %d".formatted(LANES_MAX, lanes));
        }
        synchronized (open()) {
            long incarnation = ++database.incarnation;
            List<LaneStore> all = new ArrayList<>();
            for (int i = 0; i < lanes; i++) {
                all.add(new Lane(i, lanes, incarnation));
            }
            return List.copyOf(all);
        }
    }

    private Database open() {
        if (closed) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE, "The store in memory is closed. Open it again.", null);
        }
        return database;
    }

    @Override
    public int lanesMax() {
        return LANES_MAX;
    }

    @Override
    public Instant now() {
        return clock.get().truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        synchronized (open()) {
            for (StoredWorkflow known : database.workflows) {
                if (known.namespace().equals(workflow.namespace())
                        && known.name().equals(workflow.name())
                        && known.version() == workflow.version()) {
                    return known;
                }
            }
            database.workflows.add(workflow);
            return workflow;
        }
    }

    @Override
    public Undeployment.Pinned undeploy(Undeployment wanted) {
        synchronized (open()) {
            Undeployment.Pinned pinned = pinned(wanted.namespace(), wanted.name(), wanted.version());
            if (pinned.isNone()) {
                database.workflows.removeIf(known -> known.namespace().equals(wanted.namespace())
                        && known.name().equals(wanted.name())
                        && known.version() == wanted.version());
            }
            return pinned;
        }
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        synchronized (open()) {
            ServicePause known = database.pauses.putIfAbsent(pause.action(), pause);
            if (known == null) {
                database.serviceChanges.addFirst(ServiceChange.of(pause));
            }
            return known == null ? pause : known;
        }
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        synchronized (open()) {
            int count = 0;
            for (ExecutionId id : ended) {
                ExecutionRow row = database.rows.get(id);
                if (row != null && row.endedAt() != null && !database.outbox.isAbout(id)) {
                    database.rows.remove(id);
                    database.journals.remove(id);
                    count++;
                }
            }
            return count;
        }
    }

    @Override
    public boolean removeArchived(List<ExecutionId> ended, String receipt) {
        synchronized (open()) {
            boolean whole = ended.stream().allMatch(id -> {
                ExecutionRow row = database.rows.get(id);
                return row != null && row.endedAt() != null && !database.outbox.isAbout(id);
            });
            if (whole) {
                remove(ended);
                database.receipts.add(receipt);
            }
            return whole;
        }
    }

    @Override
    public boolean hasReceipt(String receipt) {
        synchronized (open()) {
            return database.receipts.contains(receipt);
        }
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        synchronized (open()) {
            return database.rows.keySet().containsAll(ids);
        }
    }

    @Override
    public void dropReceipt(String receipt) {
        synchronized (open()) {
            database.receipts.remove(receipt);
        }
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        synchronized (open()) {
            List<EndedExecution> page = EndedScan.page(this, filter).stream()
                    .map(found -> new EndedExecution(
                            found.row(), database.outbox.isAbout(found.row().id())))
                    .toList();
            endedRows += page.size();
            return page;
        }
    }

    /** How many rows {@link #ended} has given. */
    public long endedRows() {
        return endedRows;
    }

    @Override
    public void resume(ServiceChange change) {
        synchronized (open()) {
            database.pauses.remove(change.action());
            database.serviceChanges.addFirst(change);
        }
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        synchronized (open()) {
            return database.serviceChanges.stream()
                    .filter(change -> change.action().equals(action))
                    .limit(ServiceChange.LISTED_MAX)
                    .toList();
        }
    }

    @Override
    public List<ServicePause> pauses() {
        synchronized (open()) {
            return List.copyOf(database.pauses.values());
        }
    }

    @Override
    public List<UnofferedAction> unoffered() {
        synchronized (open()) {
            return database.unoffered;
        }
    }

    @Override
    public void keepUnoffered(List<UnofferedAction> actions) {
        synchronized (open()) {
            database.unoffered = List.copyOf(actions);
        }
    }

    @Override
    public ScheduleStore scheduling() {
        return open().schedules;
    }

    @Override
    public List<ScheduleRow> schedules(String namespace) {
        return open().schedules.list(namespace);
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return open().schedules.changes(namespace, name);
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        synchronized (open()) {
            return database.workflows.stream()
                    .filter(workflow -> workflow.namespace().equals(namespace))
                    .sorted(Comparator.comparing(StoredWorkflow::name).thenComparingInt(StoredWorkflow::version))
                    .toList();
        }
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        synchronized (open()) {
            return Optional.ofNullable(database.rows.get(id));
        }
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        synchronized (open()) {
            ListPosition after = filter.after();
            NavigableMap<ExecutionId, ExecutionRow> rows =
                    after == null ? database.rows : database.rows.headMap(after.id(), false);
            return rows.descendingMap().values().stream()
                    .filter(row -> matches(row, filter))
                    .limit(filter.limit())
                    .toList();
        }
    }

    private static boolean matches(ExecutionRow row, ExecutionFilter filter) {
        Instant from = filter.startedFrom();
        Instant before = filter.startedBefore();
        return row.namespace().equals(filter.namespace())
                && (filter.workflow() == null || row.workflow().equals(filter.workflow()))
                && (filter.statuses().isEmpty() || filter.statuses().contains(row.status()))
                && row.labels().entrySet().containsAll(filter.labels().entrySet())
                && (from == null || !row.startedAt().isBefore(from))
                && (before == null || row.startedAt().isBefore(before));
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        synchronized (open()) {
            return List.copyOf(database.journals.getOrDefault(id, List.of()));
        }
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        synchronized (open()) {
            return database.outbox.undeliverable(limit);
        }
    }

    @Override
    public Outbox outbox() {
        return new GuardedOutbox(database.outbox, database) {
            @Override
            protected <T> T guarded(Supplier<T> call) {
                open();
                return call.get();
            }
        };
    }

    @Override
    public String describe() {
        return "memory";
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class Lane implements LaneStore {

        private final int number;
        private final int lanes;
        private final long incarnation;
        private boolean landed;

        private Lane(int number, int lanes, long incarnation) {
            this.number = number;
            this.lanes = lanes;
            this.incarnation = incarnation;
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            landed = false;
            try {
                synchronized (open()) {
                    if (database.incarnation != incarnation) {
                        return CompletableFuture.completedStage(CommitOutcome.FENCED);
                    }
                    check(batch);
                    write(batch);
                    landed = true;
                    return CompletableFuture.completedStage(CommitOutcome.COMMITTED);
                }
            } catch (StoreException e) {
                return CompletableFuture.completedStage(new CommitOutcome.InDoubt(e));
            }
        }

        private void check(Batch batch) {
            Set<ExecutionId> started = new HashSet<>();
            for (ExecutionRow row : batch.started()) {
                offence(!started.add(row.id()) || database.rows.containsKey(row.id()), "second start of", row.id());
            }
            Set<ExecutionId> moved = new HashSet<>();
            for (JournalRow row : batch.journal()) {
                int last = database.journals.getOrDefault(row.id(), List.of()).size();
                offence(!moved.add(row.id()) || row.seq() != last + 1, "wrong journal number of", row.id());
            }
            for (ExecutionChange change : batch.changed()) {
                offence(!database.rows.containsKey(change.id()), "change of an unknown", change.id());
            }
        }

        private void offence(boolean found, String what, ExecutionId id) {
            if (found) {
                throw new StoreException(
                        StoreException.Kind.DATA, "The batch was refused: %s execution %s.".formatted(what, id), null);
            }
        }

        private void write(Batch batch) {
            batch.started().forEach(row -> database.rows.put(row.id(), row));
            for (JournalRow row : batch.journal()) {
                database.journals
                        .computeIfAbsent(row.id(), id -> new ArrayList<>())
                        .add(row);
            }
            for (ExecutionChange change : batch.changed()) {
                ExecutionRow row = Objects.requireNonNull(database.rows.get(change.id()));
                database.rows.put(row.id(), Fixture.changed(row, change));
            }
            database.outbox.add(batch.messages());
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            return answer(() -> {
                if (database.incarnation != incarnation) {
                    return Reacquired.FENCED;
                }
                return landed ? Reacquired.LANDED : Reacquired.NOT_LANDED;
            });
        }

        @Override
        public CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids) {
            return answer(() -> ids.stream()
                    .map(database.rows::get)
                    .filter(Objects::nonNull)
                    .toList());
        }

        @Override
        public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
            return answer(() -> {
                List<StoredExecution> loaded = new ArrayList<>();
                List<ExecutionId> left = new ArrayList<>();
                long bytes = 0;
                for (ExecutionId id : new LinkedHashSet<>(ids)) {
                    ExecutionRow row = database.rows.get(id);
                    if (row == null) {
                        continue;
                    }
                    StoredExecution execution = new StoredExecution(row, history(id));
                    bytes += execution.journalLength();
                    if (!left.isEmpty() || bytes > bytesMax) {
                        left.add(id);
                    } else {
                        loaded.add(execution);
                    }
                }
                return new Loaded(loaded, left);
            });
        }

        @Override
        public CompletionStage<List<Due>> due(Instant until, @Nullable Due after, int limit) {
            Comparator<Due> order = Comparator.comparing(Due::wakeAt).thenComparing(Due::id);
            return answer(() -> {
                List<Due> due = new ArrayList<>();
                for (ExecutionRow row : database.rows.values()) {
                    Instant wakeAt = row.wakeAt();
                    if (wakeAt != null && !wakeAt.isAfter(until) && row.id().shard() % lanes == number) {
                        due.add(new Due(wakeAt, row.id()));
                    }
                }
                return due.stream()
                        .filter(found -> after == null || order.compare(found, after) > 0)
                        .sorted(order)
                        .limit(limit)
                        .toList();
            });
        }

        private <T> CompletionStage<T> answer(Supplier<T> question) {
            try {
                synchronized (open()) {
                    return CompletableFuture.completedStage(question.get());
                }
            } catch (StoreException e) {
                return CompletableFuture.failedStage(e);
            }
        }
    }
}
