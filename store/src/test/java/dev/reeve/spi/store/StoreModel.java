package dev.reeve.spi.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/** The expected content of a store, kept in memory, and random batches that fit to it. */
final class StoreModel {

    private final Random random;
    private final Fixture fixture;
    private final Map<ExecutionId, ExecutionRow> rows = new LinkedHashMap<>();
    private final Map<ExecutionId, List<JournalRow>> journals = new LinkedHashMap<>();
    private int marks;

    StoreModel(long seed, Fixture fixture) {
        random = new Random(seed);
        this.fixture = fixture;
    }

    /** Starts some executions in this lane's shards and moves some that are there. No two batches are the same. */
    Batch nextBatch(int lane, int lanes) {
        marks++;
        List<JournalRow> journal = new ArrayList<>();
        List<ExecutionRow> started = new ArrayList<>();
        List<ExecutionChange> changed = new ArrayList<>();
        for (int i = random.nextInt(20); i > 0; i--) {
            ExecutionId id = fixture.id(lane, lanes);
            started.add(Fixture.row(id));
            journal.add(Fixture.journal(id, 1, "[" + marks + "]"));
        }
        for (Map.Entry<ExecutionId, List<JournalRow>> entry : journals.entrySet()) {
            ExecutionId id = entry.getKey();
            if (id.shard() % lanes == lane && random.nextInt(4) == 0) {
                journal.add(Fixture.journal(id, entry.getValue().size() + 1, "[" + marks + "]"));
                if (random.nextBoolean()) {
                    changed.add(
                            random.nextInt(5) == 0
                                    ? Fixture.ended(id, ExecutionStatus.COMPENSATED, "mark " + marks)
                                    : Fixture.wake(id, Fixture.START.plusSeconds(marks)));
                }
            }
        }
        return new Batch(journal, started, changed);
    }

    void apply(Batch batch) {
        batch.started().forEach(row -> rows.put(row.id(), row));
        batch.journal()
                .forEach(row -> journals.computeIfAbsent(row.id(), id -> new ArrayList<>())
                        .add(row));
        batch.changed().forEach(change -> rows.computeIfPresent(change.id(), (id, row) -> row.after(change)));
    }

    void assertSame(Store store) {
        LaneStore all = store.join(fixture.node("model"), 1).getFirst();
        List<ExecutionId> ids = List.copyOf(rows.keySet());
        List<StoredExecution> expected = ids.stream()
                .map(id -> new StoredExecution(
                        Objects.requireNonNull(rows.get(id)), Objects.requireNonNull(journals.get(id))))
                .toList();
        assertThat(Lanes.load(all, ids)).isEqualTo(expected);
        ExecutionFilter everything =
                new ExecutionFilter(Fixture.NAMESPACE, null, Set.of(), Map.of(), null, null, null, 1000);
        assertThat(store.list(everything)).containsExactlyInAnyOrderElementsOf(rows.values());
    }
}
