package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Ids, rows and batches for tests of stores; the same ones for the same seed. Not thread-safe. */
public final class Fixture {

    public static final String NAMESPACE = "default";

    public static final Instant START = Instant.parse("2026-03-01T12:00:00.123456Z");

    private final Random random;
    private long millis = START.toEpochMilli();

    public Fixture(long seed) {
        random = new Random(seed);
    }

    /** A node that nobody else is. */
    public NodeId node(String name) {
        return new NodeId(name, random.nextLong());
    }

    /** A UUIDv7, later than all ids before it. */
    public ExecutionId id() {
        millis++;
        long high = millis << 16 | 0x7000 | random.nextInt(0x1000);
        long low = 0x8000000000000000L | random.nextLong() >>> 2;
        return new ExecutionId(new UUID(high, low));
    }

    /** An id in a shard of the given lane. */
    public ExecutionId id(int lane, int lanes) {
        ExecutionId id = id();
        while (id.shard() % lanes != lane) {
            id = id();
        }
        return id;
    }

    public List<ExecutionId> ids(int count) {
        List<ExecutionId> ids = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ids.add(id());
        }
        return ids;
    }

    /** The definition of {@link #row(ExecutionId)}. */
    public static StoredWorkflow definition(ExecutionId id) {
        ExecutionRow row = row(id);
        return new StoredWorkflow(row.namespace(), row.workflow(), row.version(), Json.EMPTY_OBJECT);
    }

    /** A running execution with work in flight. */
    public static ExecutionRow row(ExecutionId id) {
        return new ExecutionRow(
                id,
                NAMESPACE,
                null,
                "order",
                1,
                ExecutionStatus.RUNNING,
                0,
                Map.of(),
                id.value().getLeastSignificantBits(),
                START,
                ExecutionRow.IN_FLIGHT,
                null,
                null);
    }

    /** The same, started by this workflow of this namespace with these labels at that time. */
    public static ExecutionRow row(
            ExecutionId id, String namespace, String workflow, Map<String, String> labels, Instant startedAt) {
        ExecutionRow row = row(id);
        return new ExecutionRow(
                id,
                namespace,
                row.key(),
                workflow,
                row.version(),
                row.status(),
                row.priority(),
                labels,
                row.digest(),
                startedAt,
                row.wakeAt(),
                row.endedAt(),
                row.error());
    }

    /** The same execution, parked until {@code wakeAt}. */
    public static ExecutionRow waiting(ExecutionId id, Instant wakeAt) {
        return row(id).after(new ExecutionChange(id, ExecutionStatus.RUNNING, wakeAt, null, null));
    }

    /** The same row with a key. */
    public static ExecutionRow keyed(ExecutionRow row, String key) {
        return new ExecutionRow(
                row.id(),
                row.namespace(),
                key,
                row.workflow(),
                row.version(),
                row.status(),
                row.priority(),
                row.labels(),
                row.digest(),
                row.startedAt(),
                row.wakeAt(),
                row.endedAt(),
                row.error());
    }

    public static ExecutionChange ended(ExecutionId id, ExecutionStatus status, @Nullable String error) {
        return new ExecutionChange(id, status, null, START.plusSeconds(60), error);
    }

    public static ExecutionChange wake(ExecutionId id, Instant at) {
        return new ExecutionChange(id, ExecutionStatus.RUNNING, at, null, null);
    }

    public static JournalRow journal(ExecutionId id, int seq) {
        return journal(id, seq, "[{\"type\":\"Test\",\"seq\":" + seq + ",\"id\":\"" + id + "\"}]");
    }

    public static JournalRow journal(ExecutionId id, int seq, String events) {
        return new JournalRow(id, seq, START.plusNanos(seq * 1_000L), events);
    }

    /** Starts these executions, each with its first journal row. */
    public static Batch start(List<ExecutionRow> rows) {
        return new Batch(rows.stream().map(row -> journal(row.id(), 1)).toList(), rows, List.of());
    }

    public static Batch start(ExecutionRow... rows) {
        return start(List.of(rows));
    }

    /** Starts executions with work in flight. */
    public static Batch startAll(List<ExecutionId> ids) {
        return start(ids.stream().map(Fixture::row).toList());
    }

    /** One more journal row for each of these executions. */
    public static Batch append(int seq, List<ExecutionId> ids) {
        return new Batch(ids.stream().map(id -> journal(id, seq)).toList(), List.of(), List.of());
    }

    /** One more journal row for each changed execution, and the changes. */
    public static Batch change(int seq, ExecutionChange... changes) {
        List<ExecutionChange> list = List.of(changes);
        return new Batch(list.stream().map(change -> journal(change.id(), seq)).toList(), List.of(), list);
    }
}
