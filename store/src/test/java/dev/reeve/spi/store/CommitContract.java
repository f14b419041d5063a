package dev.reeve.spi.store;

import static dev.reeve.spi.store.Fixture.append;
import static dev.reeve.spi.store.Fixture.change;
import static dev.reeve.spi.store.Fixture.ended;
import static dev.reeve.spi.store.Fixture.journal;
import static dev.reeve.spi.store.Fixture.row;
import static dev.reeve.spi.store.Fixture.start;
import static dev.reeve.spi.store.Fixture.startAll;
import static dev.reeve.spi.store.Fixture.wake;
import static dev.reeve.spi.store.Lanes.assertRefusedAsData;
import static dev.reeve.spi.store.Lanes.assertRefusedAsStale;
import static dev.reeve.spi.store.Lanes.commit;
import static dev.reeve.spi.store.Lanes.commitAll;
import static dev.reeve.spi.store.Lanes.load;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A batch is written whole, exactly as it was given, or not at all. */
interface CommitContract extends StoreUnderTest {

    /** All that a JSON text may hold and a careless store would bend: each must come back to the letter. */
    List<String> AWKWARD_EVENTS = List.of(
            "[]",
            "[{\"emoji\":\"🦭👩‍👩‍👧‍👦\",\"text\":\"Ærøskøbing ｆｕｌｌ \u202e عربى 漢字\"}]",
            "[{\"escapes\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u2028'$1:name?%s\"}]",
            "[{\"big\":12345678901234567890123456789012345678901234567890,\"beyond53\":9007199254740993}]",
            "[{\"fraction\":0.1000000000000000055511151231257827,\"zeros\":1.10,\"exponent\":-1.5E-300,\"minus\":-0}]",
            "[{\"b\":1,\"a\":2,\"\":{\" \":[[[]],{}]}}, true , null]",
            "[{\"looks\":\"like '); drop table journal; --\"}]");

    @Test
    @DisplayName("I1: committed executions are read back by the lane, by the store, and after a restart")
    default void whatWasCommittedIsReadBack() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(3);
        ExecutionChange done = ended(ids.get(1), ExecutionStatus.COMPLETED, null);

        commitAll(lane, startAll(ids), append(2, ids), change(3, done));

        List<StoredExecution> expected = List.of(
                new StoredExecution(row(ids.get(0)), List.of(journal(ids.get(0), 1), journal(ids.get(0), 2))),
                new StoredExecution(
                        row(ids.get(1)).after(done),
                        List.of(journal(ids.get(1), 1), journal(ids.get(1), 2), journal(ids.get(1), 3))),
                new StoredExecution(row(ids.get(2)), List.of(journal(ids.get(2), 1), journal(ids.get(2), 2))));
        assertThat(load(lane, ids)).isEqualTo(expected);
        assertThat(store().find(ids.get(1))).contains(expected.get(1).row());
        assertThat(store().history(ids.get(1))).isEqualTo(expected.get(1).journal());

        LaneStore lane2 = reopen().join(fixture().node("b"), 1).getFirst();
        assertThat(load(lane2, ids)).isEqualTo(expected);
    }

    @Test
    @DisplayName("every column of an execution is stored and read unchanged")
    default void everyColumnComesBack() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        ExecutionRow full = new ExecutionRow(
                fixture().id(),
                "tenant é🦭",
                "key '\"%_\\ 漢字",
                "order_fulfilment",
                Integer.MAX_VALUE,
                ExecutionStatus.ESCALATED,
                -7,
                Map.of("region", "🇩🇰", "a.b/c", "", "quote'\"", "\\"),
                Long.MIN_VALUE,
                Instant.parse("2026-02-28T23:59:59.999999Z"),
                Instant.parse("9999-12-31T23:59:59.999999Z"),
                null,
                "charge_payment: CARD_DECLINED — née 🦭\nsecond line");
        ExecutionRow ended = new ExecutionRow(
                fixture().id(),
                "default",
                null,
                "w",
                1,
                ExecutionStatus.COMPENSATED,
                Integer.MAX_VALUE,
                Map.of(),
                Long.MAX_VALUE,
                Instant.parse("2026-03-01T00:00:00Z"),
                null,
                Instant.parse("2026-03-01T00:00:00.000001Z"),
                null);

        commitAll(lane, start(full, ended));

        assertThat(store().find(full.id())).contains(full);
        assertThat(store().find(ended.id())).contains(ended);
        assertThat(Lanes.find(lane, List.of(full.id(), ended.id()))).containsExactlyInAnyOrder(full, ended);
    }

    @Test
    @DisplayName("every status can be stored and changed to")
    default void everyStatusIsKept() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(ExecutionStatus.values().length);
        commitAll(lane, startAll(ids));
        List<ExecutionChange> changes = new ArrayList<>();
        for (ExecutionStatus status : ExecutionStatus.values()) {
            ExecutionId id = ids.get(changes.size());
            changes.add(
                    status.isTerminal()
                            ? ended(id, status, "why")
                            : new ExecutionChange(id, status, ExecutionRow.IN_FLIGHT, null, "why"));
        }

        commitAll(lane, change(2, changes.toArray(ExecutionChange[]::new)));

        for (ExecutionChange change : changes) {
            assertThat(store().find(change.id())).contains(row(change.id()).after(change));
        }
    }

    @Test
    @DisplayName("R37: times are exact to the microsecond")
    default void timesAreExactToTheMicrosecond() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<Instant> times = List.of(
                Instant.EPOCH,
                Instant.parse("1970-01-01T00:00:00.000001Z"),
                Instant.parse("2026-03-29T00:59:59.999999Z"),
                Instant.parse("2038-01-19T03:14:08.000001Z"),
                Instant.parse("2262-04-12T00:00:00.123457Z"));
        List<ExecutionId> ids = fixture().ids(times.size());
        List<JournalRow> journal = new ArrayList<>();
        List<ExecutionRow> rows = new ArrayList<>();
        for (int i = 0; i < times.size(); i++) {
            journal.add(new JournalRow(ids.get(i), 1, times.get(i), "[]"));
            rows.add(Fixture.waiting(ids.get(i), times.get(i)));
        }

        commitAll(lane, new Batch(journal, rows, List.of()));

        for (int i = 0; i < times.size(); i++) {
            assertThat(store().history(ids.get(i))).containsExactly(journal.get(i));
            assertThat(store().find(ids.get(i))).contains(rows.get(i));
        }
    }

    @Test
    @DisplayName("D14: events are stored unchanged: emoji, escapes, numbers of 50 digits, order of keys")
    default void eventsAreKeptToTheLetter() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        ExecutionId id = fixture().id();
        List<JournalRow> journal = new ArrayList<>();
        for (String events : AWKWARD_EVENTS) {
            JournalRow next = journal(id, journal.size() + 1, events);
            List<ExecutionRow> started = journal.isEmpty() ? List.of(row(id)) : List.of();
            commitAll(lane, new Batch(List.of(next), started, List.of()));
            journal.add(next);
        }

        assertThat(store().history(id)).isEqualTo(journal);
        assertThat(load(lane, List.of(id))).containsExactly(new StoredExecution(row(id), journal));
    }

    @Test
    @DisplayName("D13: payloads of 1 MiB, several in a batch, in ASCII and beyond")
    default void largePayloadsAreKept() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(3);
        List<JournalRow> journal = List.of(
                journal(ids.get(0), 1, "[\"" + "x".repeat(1 << 20) + "\"]"),
                journal(ids.get(1), 1, "[\"" + "é".repeat(1 << 19) + "\"]"),
                journal(ids.get(2), 1, "[\"" + "🦭".repeat(1 << 18) + "\"]"));

        commitAll(lane, new Batch(journal, ids.stream().map(Fixture::row).toList(), List.of()));

        for (JournalRow row : journal) {
            assertThat(store().history(row.id())).containsExactly(row);
        }
    }

    @Test
    @DisplayName("an empty batch is committed, and counts for reacquire")
    default void anEmptyBatchIsCommitted() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();

        assertThat(commit(lane, new Batch(List.of(), List.of(), List.of()))).isEqualTo(CommitOutcome.COMMITTED);

        assertThat(Lanes.await(lane.reacquire())).isEqualTo(Reacquired.LANDED);
    }

    @Test
    @DisplayName("batches of thousands, and of every size around the sizes at which statements may be split")
    default void batchesOfEverySizeAreWrittenWhole() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<Integer> sizes = List.of(1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000, 5000);
        List<ExecutionId> all = new ArrayList<>();

        for (int size : sizes) {
            List<ExecutionId> ids = fixture().ids(size);
            ExecutionChange[] changes =
                    ids.stream().map(id -> wake(id, Fixture.START)).toArray(ExecutionChange[]::new);
            commitAll(lane, startAll(ids), change(2, changes));
            all.addAll(ids);
        }

        List<ExecutionRow> expected =
                all.stream().map(id -> Fixture.waiting(id, Fixture.START)).toList();
        assertThat(Lanes.find(lane, all)).containsExactlyInAnyOrderElementsOf(expected);
        for (StoredExecution execution : Lanes.await(lane.load(all))) {
            ExecutionId id = execution.row().id();
            assertThat(execution.journal()).containsExactly(journal(id, 1), journal(id, 2));
        }
    }

    @Test
    @DisplayName(
            "many changes in one batch, most of them alike: each execution gets its own, and a missing one is noticed")
    default void manyChangesAreToldApart() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(400);
        List<ExecutionChange> changes = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            ExecutionId id = ids.get(i);
            changes.add(
                    switch (i % 10) {
                        case 1 -> ended(id, ExecutionStatus.FAILED, "no");
                        case 3 -> wake(id, Fixture.START.plusSeconds(i));
                        case 5 -> new ExecutionChange(id, ExecutionStatus.COMPLETED, null, Fixture.START, null, 2);
                        case 7 -> ended(id, ExecutionStatus.COMPENSATED, null);
                        default -> ended(id, ExecutionStatus.COMPLETED, null);
                    });
        }

        commitAll(lane, startAll(ids), change(2, changes.toArray(ExecutionChange[]::new)));

        List<ExecutionRow> expected =
                changes.stream().map(change -> row(change.id()).after(change)).toList();
        assertThat(Lanes.find(lane, ids)).containsExactlyInAnyOrderElementsOf(expected);
        List<ExecutionId> others = fixture().ids(200);
        commitAll(lane, startAll(others));
        others.set(100, fixture().id());
        List<ExecutionChange> one = others.stream()
                .map(id -> ended(id, ExecutionStatus.COMPLETED, null))
                .toList();
        assertRefusedAsData(lane, new Batch(List.of(), List.of(), one));
        assertThat(Lanes.find(lane, others))
                .allSatisfy(row -> assertThat(row.endedAt()).isNull());
    }

    @Test
    @DisplayName("a batch can start and change executions, in any order of ids")
    default void aBatchMayMixStartsAndChanges() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> old = fixture().ids(20);
        List<ExecutionId> young = fixture().ids(20);
        commitAll(lane, startAll(old));

        List<JournalRow> journal = new ArrayList<>();
        for (int i = 0; i < old.size(); i++) {
            journal.add(journal(young.get(i), 1));
            journal.add(journal(old.get(old.size() - 1 - i), 2));
        }
        List<ExecutionChange> changes = old.reversed().stream()
                .map(id -> ended(id, ExecutionStatus.FAILED, "no"))
                .toList();
        commitAll(lane, new Batch(journal, young.stream().map(Fixture::row).toList(), changes));

        for (ExecutionChange change : changes) {
            assertThat(store().find(change.id())).contains(row(change.id()).after(change));
        }
        for (ExecutionId id : young) {
            assertThat(store().history(id)).containsExactly(journal(id, 1));
        }
    }

    @Test
    @DisplayName(
            "I4: a second journal row with the same number is refused as stale, and nothing else of its batch is kept")
    default void aSecondJournalRowWithTheSameNumberIsRefused() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(3);
        commitAll(lane, startAll(ids.subList(0, 2)), append(2, ids.subList(0, 1)));

        Batch bad = new Batch(
                List.of(journal(ids.get(2), 1), journal(ids.get(1), 2), journal(ids.get(0), 2, "[\"other\"]")),
                List.of(row(ids.get(2))),
                List.of(ended(ids.get(1), ExecutionStatus.COMPLETED, null)));
        assertRefusedAsStale(lane, bad);

        assertThat(store().history(ids.get(0))).containsExactly(journal(ids.get(0), 1), journal(ids.get(0), 2));
        assertThat(store().history(ids.get(1))).containsExactly(journal(ids.get(1), 1));
        assertThat(store().find(ids.get(1))).contains(row(ids.get(1)));
        assertThat(store().find(ids.get(2))).isEmpty();
        commitAll(lane, append(2, ids.subList(1, 2)));
    }

    @Test
    @DisplayName("I4: a gap in a journal is refused, and nothing else of its batch is kept")
    default void aGapInAJournalIsRefused() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);
        commitAll(lane, startAll(ids));

        assertRefusedAsData(
                lane, new Batch(List.of(journal(ids.get(0), 2), journal(ids.get(1), 3)), List.of(), List.of()));
        assertRefusedAsData(lane, new Batch(List.of(journal(fixture().id(), 2)), List.of(), List.of()));
        assertRefusedAsData(lane, new Batch(List.of(journal(ids.get(0), 0)), List.of(), List.of()));

        assertThat(store().history(ids.get(0))).containsExactly(journal(ids.get(0), 1));
        commitAll(lane, append(2, ids));
    }

    @Test
    @DisplayName("I2: a second start of the same execution is refused as stale, and nothing else of its batch is kept")
    default void aSecondStartIsRefused() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);
        commitAll(lane, startAll(ids.subList(0, 1)));

        Batch again = new Batch(
                List.of(journal(ids.get(1), 1)),
                List.of(row(ids.get(1)), Fixture.waiting(ids.get(0), Fixture.START)),
                List.of());
        // A caller may have started it in a transaction of its own (S3): it is there if the lane looks again.
        assertRefusedAsStale(lane, again);

        assertThat(store().find(ids.get(0))).contains(row(ids.get(0)));
        assertThat(store().find(ids.get(1))).isEmpty();
    }

    @Test
    @DisplayName("a change of an execution that does not exist is refused, and nothing else of its batch is kept")
    default void aChangeOfAnUnknownExecutionIsRefused() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);
        commitAll(lane, startAll(ids.subList(0, 1)));

        Batch bad = new Batch(
                List.of(journal(ids.get(0), 2)),
                List.of(),
                List.of(
                        ended(ids.get(0), ExecutionStatus.FAILED, null),
                        ended(ids.get(1), ExecutionStatus.FAILED, null)));
        assertRefusedAsData(lane, bad);

        assertThat(store().find(ids.get(0))).contains(row(ids.get(0)));
        assertThat(store().history(ids.get(0))).hasSize(1);
    }
}
