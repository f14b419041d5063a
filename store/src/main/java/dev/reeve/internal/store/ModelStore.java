package dev.reeve.internal.store;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.UnofferedAction;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedFilter;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.NodeRow;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.Permit;
import dev.reeve.spi.store.Pulse;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.RequestStore;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import dev.reeve.spi.store.StoredExecution;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory model of a database: rows, unique keys, a fence, atomic batches. Injects no faults and answers
 * immediately. Not thread-safe.
 */
public final class ModelStore implements Store {

    private static final int LANES_MAX = 16;

    private static final Comparator<Due> BY_TIME =
            Comparator.comparing(Due::wakeAt).thenComparing(Due::id);

    /**
     * A lane's row. No incarnation is assigned twice: a lane whose incarnation differs from its row has lost it
     * permanently.
     */
    private static final class LaneRow {
        private long incarnation;
        private long batch;

        private LaneRow(long incarnation) {
            this.incarnation = incarnation;
        }
    }

    private record LaneKey(NodeId node, int lane) {}

    private final InstantSource clock;
    private final NavigableMap<ExecutionId, ExecutionRow> rows = new TreeMap<>();
    private final ModelQueries queries = new ModelQueries(rows);
    private final Map<ExecutionId, List<JournalRow>> journals = new HashMap<>();
    private final NavigableSet<Due> dues = new TreeSet<>(BY_TIME);
    private final NavigableMap<String, ServicePause> pauses = new TreeMap<>();
    private final List<ServiceChange> serviceChanges = new ArrayList<>();
    private final ModelDefinitions workflows = new ModelDefinitions();
    private final Map<LaneKey, LaneRow> lanes = new HashMap<>();
    private final ModelOutbox outbox = new ModelOutbox();
    private final Set<String> receipts = new HashSet<>();
    private final SortedMap<String, UnofferedAction> unoffered = new TreeMap<>();
    private final ModelSchedules schedules = new ModelSchedules();
    private final ModelInbox inbox = new ModelInbox(this::now);
    private final ModelPermits permits = new ModelPermits();
    private final ModelCluster cluster = new ModelCluster(this, inbox);
    private long lastIncarnation;

    /** @param clock the time of this store */
    public ModelStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public List<LaneStore> join(NodeId node, int count) {
        if (count < 1 || count > LANES_MAX) {
            throw new IllegalArgumentException("lanes: expected 1 to %d, found %d".formatted(LANES_MAX, count));
        }
        cluster.takeOver();
        lanes.clear();
        List<LaneStore> joined = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            joined.add(lane(node, i, ShardSet.ofLane(i, count)));
        }
        return List.copyOf(joined);
    }

    private LaneStore lane(NodeId node, int number, ShardSet shards) {
        LaneKey key = new LaneKey(node, number);
        lanes.put(key, new LaneRow(++lastIncarnation));
        return new Lane(key, shards, lastIncarnation);
    }

    /** Lanes that own nothing yet. */
    List<LaneStore> lanes(NodeId node, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> lane(node, number, ShardSet.NONE))
                .toList();
    }

    /** Deletes the lanes of a node, which can commit nothing any more. */
    void fence(String node) {
        lanes.keySet().removeIf(key -> key.node().toString().equals(node));
    }

    void fenceAll() {
        lanes.clear();
    }

    @Override
    public ClusterStore cluster() {
        return cluster;
    }

    @Override
    public int lanesMax() {
        return LANES_MAX;
    }

    @Override
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public Pulse pulse() {
        return new Pulse(now(), workflows.deployments(), pauses(), inbox.hasRows());
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        return workflows.deploy(workflow);
    }

    @Override
    public Undeployment.Pinned undeploy(Undeployment wanted) {
        Undeployment.Pinned pinned = pinned(wanted.namespace(), wanted.name(), wanted.version());
        if (pinned.isNone()) {
            workflows.remove(wanted);
        }
        return pinned;
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        ServicePause known = pauses.putIfAbsent(pause.action(), pause);
        if (known == null) {
            serviceChanges.addFirst(new ServiceChange(
                    pause.action(), ServiceChange.Kind.PAUSED, pause.actor(), pause.reason(), pause.since()));
        }
        return known == null ? pause : known;
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        int count = 0;
        for (ExecutionId id : ended) {
            ExecutionRow row = rows.get(id);
            if (row != null && row.endedAt() != null && !outbox.isAbout(id)) {
                rows.remove(id);
                journals.remove(id);
                count++;
            }
        }
        return count;
    }

    @Override
    public boolean removeArchived(List<ExecutionId> ended, String receipt) {
        boolean whole = ended.stream().allMatch(id -> {
            ExecutionRow row = rows.get(id);
            return row != null && row.endedAt() != null && !outbox.isAbout(id);
        });
        if (whole) {
            remove(ended);
            receipts.add(receipt);
        }
        return whole;
    }

    @Override
    public boolean hasReceipt(String receipt) {
        return receipts.contains(receipt);
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        return rows.keySet().containsAll(ids);
    }

    @Override
    public void dropReceipt(String receipt) {
        receipts.remove(receipt);
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        return Store.super.ended(filter).stream()
                .map(found -> new EndedExecution(
                        found.row(), outbox.isAbout(found.row().id())))
                .toList();
    }

    @Override
    public Optional<RequestStore> requests() {
        return Optional.of(new ModelRequests(inbox));
    }

    /** The permits, and the agents' side of them. */
    public ModelPermits permits() {
        return permits;
    }

    @Override
    public void allowPermits() {}

    @Override
    public List<AttemptToken> permits(String after, int limit) {
        return permits.page(after, limit);
    }

    @Override
    public void keepUnoffered(List<UnofferedAction> actions, Set<String> over) {
        unoffered.keySet().removeAll(over);
        actions.forEach(action -> unoffered.put(action.action(), action));
    }

    @Override
    public List<UnofferedAction> unoffered() {
        return List.copyOf(unoffered.values());
    }

    @Override
    public void resume(ServiceChange change) {
        pauses.remove(change.action());
        serviceChanges.addFirst(change);
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return serviceChanges.stream()
                .filter(change -> change.action().equals(action))
                .limit(ServiceChange.LISTED_MAX)
                .toList();
    }

    @Override
    public ScheduleStore scheduling() {
        return schedules;
    }

    @Override
    public List<ScheduleRow> schedules(String namespace) {
        return schedules.list(namespace);
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return schedules.changes(namespace, name);
    }

    @Override
    public List<NodeRow> nodes() {
        return cluster.nodes();
    }

    @Override
    public List<ServicePause> pauses() {
        return List.copyOf(pauses.values());
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return workflows.of(namespace);
    }

    @Override
    public List<String> namespaces() {
        return workflows.namespaces();
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        return Optional.ofNullable(rows.get(id));
    }

    @Override
    public Optional<ExecutionRow> newest(ExecutionId id) {
        return queries.newest(id);
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        return queries.list(filter);
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        return List.copyOf(journals.getOrDefault(id, List.of()));
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return outbox.undeliverable(limit);
    }

    @Override
    public Outbox outbox() {
        return outbox;
    }

    @Override
    public String describe() {
        return "model of a database";
    }

    /** Nothing to release: the next holder may continue. */
    @Override
    public void close() {}

    private void check(Batch batch) {
        Set<ExecutionId> started = new HashSet<>();
        for (ExecutionRow row : batch.started()) {
            offence(!started.add(row.id()) || rows.containsKey(row.id()), "second start of", row.id());
        }
        Set<ExecutionId> moved = new HashSet<>();
        for (JournalRow row : batch.journal()) {
            boolean known = started.contains(row.id()) || rows.containsKey(row.id());
            int last = journals.getOrDefault(row.id(), List.of()).size();
            offence(!known || !moved.add(row.id()) || row.seq() != last + 1, "wrong journal number of", row.id());
        }
        for (ExecutionChange change : batch.changed()) {
            offence(!rows.containsKey(change.id()), "change of an unknown", change.id());
        }
    }

    private void check(LaneKey lane, Batch.Crossing crossing) {
        if (!crossing.consumed().stream().allMatch(inbox::contains)) {
            throw new StoreException(Kind.DATA, "The batch was refused: a message is not in the inbox.", null);
        }
        if (!cluster.isOwner(lane.node(), lane.lane(), crossing.released())) {
            throw new StoreException(Kind.DATA, "The batch was refused: the lane does not own all shards.", null);
        }
    }

    private static void offence(boolean found, String what, ExecutionId id) {
        if (found) {
            throw new StoreException(Kind.DATA, "The batch was refused: %s execution %s.".formatted(what, id), null);
        }
    }

    private void write(Batch batch) {
        batch.started().forEach(this::put);
        for (JournalRow row : batch.journal()) {
            journals.computeIfAbsent(row.id(), id -> new ArrayList<>()).add(row);
        }
        for (ExecutionChange change : batch.changed()) {
            put(changed(Objects.requireNonNull(rows.get(change.id())), change));
        }
        outbox.add(batch.messages());
        inbox.write(batch.crossing());
        permits.write(batch.permits());
        cluster.release(batch.crossing().released());
    }

    /** Captures the state of all executions that this batch changes. The result restores it. */
    public Runnable before(Batch batch) {
        NavigableMap<ExecutionId, Integer> lengths = new TreeMap<>();
        batch.started().forEach(row -> lengths.put(row.id(), 0));
        batch.journal().forEach(row -> lengths.put(row.id(), history(row.id()).size()));
        batch.changed()
                .forEach(change -> lengths.put(change.id(), history(change.id()).size()));
        List<ExecutionRow> old = lengths.keySet().stream()
                .map(rows::get)
                .filter(Objects::nonNull)
                .toList();
        Runnable received = inbox.before(batch.crossing());
        Runnable permitted = permits.before(batch.permits());
        Runnable owned = cluster.before(batch.crossing().released());
        return () -> {
            received.run();
            permitted.run();
            owned.run();
            outbox.remove(batch.messages());
            batch.started().forEach(this::remove);
            old.forEach(this::put);
            lengths.forEach((id, length) -> {
                List<JournalRow> journal = journals.getOrDefault(id, List.of());
                if (journal.size() > length) {
                    journal.subList(length, journal.size()).clear();
                }
            });
        };
    }

    private void remove(ExecutionRow started) {
        ExecutionRow row = rows.remove(started.id());
        if (row != null && row.wakeAt() != null) {
            dues.remove(new Due(row.wakeAt(), row.id()));
        }
    }

    private void put(ExecutionRow row) {
        ExecutionRow old = rows.put(row.id(), row);
        if (old != null && old.wakeAt() != null) {
            dues.remove(new Due(old.wakeAt(), old.id()));
        }
        if (row.wakeAt() != null) {
            dues.add(new Due(row.wakeAt(), row.id()));
        }
    }

    private static ExecutionRow changed(ExecutionRow row, ExecutionChange change) {
        return new ExecutionRow(
                row.id(),
                row.namespace(),
                row.key(),
                row.workflow(),
                change.versionAfter(row.version()),
                change.status(),
                row.priority(),
                row.labels(),
                row.digest(),
                row.startedAt(),
                change.wakeAt(),
                change.endedAt(),
                change.error());
    }

    private final class Lane implements LaneStore {

        private final LaneKey key;
        private final ShardSet shards;
        private long incarnation;
        private long batches;
        private long attempted = 1;

        private Lane(LaneKey key, ShardSet shards, long incarnation) {
            this.key = key;
            this.shards = shards;
            this.incarnation = incarnation;
        }

        @Override
        public ShardSet shards() {
            return shards;
        }

        /** The fence (I9). */
        private @Nullable LaneRow owned() {
            LaneRow row = lanes.get(key);
            return row != null && row.incarnation == incarnation ? row : null;
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            attempted = batches + 1;
            LaneRow row = owned();
            if (row == null) {
                return CompletableFuture.completedStage(CommitOutcome.FENCED);
            }
            try {
                check(batch);
                check(key, batch.crossing());
            } catch (StoreException e) {
                return CompletableFuture.completedStage(new CommitOutcome.InDoubt(e));
            }
            write(batch);
            row.batch++;
            batches = row.batch;
            return CompletableFuture.completedStage(CommitOutcome.COMMITTED);
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            LaneRow row = owned();
            if (row == null) {
                return CompletableFuture.completedStage(Reacquired.FENCED);
            }
            row.incarnation = ++lastIncarnation;
            incarnation = row.incarnation;
            batches = row.batch;
            return CompletableFuture.completedStage(batches == attempted ? Reacquired.LANDED : Reacquired.NOT_LANDED);
        }

        @Override
        public CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids) {
            return answer(() -> ids.stream()
                    .distinct()
                    .map(rows::get)
                    .filter(Objects::nonNull)
                    .toList());
        }

        @Override
        public CompletionStage<Map<ExecutionId, ExecutionRow>> newest(List<ExecutionId> ids) {
            return answer(() -> {
                Map<ExecutionId, ExecutionRow> found = new HashMap<>();
                ids.forEach(id -> ModelStore.this.newest(id).ifPresent(row -> found.put(id, row)));
                return found;
            });
        }

        @Override
        public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
            return answer(() -> {
                List<StoredExecution> loaded = new ArrayList<>();
                List<ExecutionId> left = new ArrayList<>();
                long bytes = 0;
                for (ExecutionId id : new LinkedHashSet<>(ids)) {
                    ExecutionRow row = rows.get(id);
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
        public CompletionStage<List<Due>> due(ShardSet shards, Instant until, @Nullable Due after, int limit) {
            return answer(() -> (after == null ? dues : dues.tailSet(after, false))
                    .stream()
                            .takeWhile(due -> !due.wakeAt().isAfter(until))
                            .filter(due -> shards.contains(due.id()))
                            .limit(limit)
                            .toList());
        }

        @Override
        public CompletionStage<Map<AttemptToken, Permit>> revoke(List<AttemptToken> tokens) {
            return owned() == null
                    ? CompletableFuture.failedFuture(
                            new StoreException(Kind.UNAVAILABLE, "Another node has the lane.", null))
                    : answer(() -> permits.revoke(tokens));
        }

        private <T> CompletionStage<T> answer(Supplier<T> question) {
            return CompletableFuture.completedStage(question.get());
        }
    }
}
