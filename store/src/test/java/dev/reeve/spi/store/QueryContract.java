package dev.reeve.spi.store;

import static dev.reeve.spi.store.Fixture.NAMESPACE;
import static dev.reeve.spi.store.Fixture.START;
import static dev.reeve.spi.store.Fixture.change;
import static dev.reeve.spi.store.Fixture.ended;
import static dev.reeve.spi.store.Fixture.journal;
import static dev.reeve.spi.store.Fixture.row;
import static dev.reeve.spi.store.Fixture.start;
import static dev.reeve.spi.store.Fixture.startAll;
import static dev.reeve.spi.store.Fixture.waiting;
import static dev.reeve.spi.store.Lanes.allDue;
import static dev.reeve.spi.store.Lanes.commitAll;
import static dev.reeve.spi.store.Lanes.due;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Queries find exactly the existing rows, in pages. */
interface QueryContract extends StoreUnderTest {

    /** Later than anything that is ever due. */
    Instant FAR = Instant.parse("9999-12-31T23:59:59.999999Z");

    private static ExecutionFilter filter(
            @Nullable String workflow, Set<ExecutionStatus> statuses, @Nullable ListPosition after, int limit) {
        return new ExecutionFilter(NAMESPACE, workflow, statuses, Map.of(), null, null, after, limit);
    }

    private static List<ExecutionId> idsOf(List<ExecutionRow> rows) {
        return rows.stream().map(ExecutionRow::id).toList();
    }

    @Test
    @DisplayName("a missing execution is not found")
    default void whatDoesNotExistIsNotFound() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        ExecutionId id = fixture().id();

        assertThat(store().find(id)).isEmpty();
        assertThat(store().findAll(Set.of(id))).isEmpty();
        assertThat(store().findAll(Set.of())).isEmpty();
        assertThat(store().history(id)).isEmpty();
        assertThat(Lanes.find(lane, List.of(id))).isEmpty();
        assertThat(Lanes.find(lane, List.of())).isEmpty();
        assertThat(Lanes.load(lane, List.of(id))).isEmpty();
        assertThat(Lanes.load(lane, List.of())).isEmpty();
        assertThat(due(lane, FAR, null, 10)).isEmpty();
        assertThat(store().list(filter(null, Set.of(), null, 10))).isEmpty();
    }

    @Test
    @DisplayName("a journal is read up to any of its rows, and to its end by a later number")
    default void aJournalIsReadUpToARow() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);
        commitAll(lane, startAll(ids));
        for (int seq = 2; seq <= 12; seq++) {
            commitAll(lane, new Batch(List.of(journal(ids.getFirst(), seq)), List.of(), List.of()));
        }
        List<JournalRow> all = store().history(ids.getFirst());
        assertThat(all).hasSize(12);

        for (int last = 0; last <= 12; last++) {
            assertThat(store().history(ids.getFirst(), last)).isEqualTo(all.subList(0, last));
        }
        assertThat(store().history(ids.getFirst(), Integer.MAX_VALUE)).isEqualTo(all);
        assertThat(store().history(fixture().id(), 3)).isEmpty();
    }

    @Test
    @DisplayName("find and load return the existing ones among the requested executions")
    default void findAndLoadAnswerForThoseThatExist() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> known = fixture().ids(300);
        commitAll(lane, startAll(known));
        List<ExecutionId> asked = new ArrayList<>(known);
        asked.addAll(fixture().ids(300));
        Collections.shuffle(asked, new Random(1));

        assertThat(idsOf(Lanes.find(lane, asked))).containsExactlyInAnyOrderElementsOf(known);
        assertThat(idsOf(store().findAll(Set.copyOf(asked)))).containsExactlyInAnyOrderElementsOf(known);
        assertThat(Lanes.await(lane.load(asked)))
                .extracting(execution -> execution.row().id())
                .containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    @DisplayName("load reads the journals that fit, reports the rest, and reads a large one if allowed")
    default void loadReadsAsMuchAsFits() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> known = fixture().ids(20);
        commitAll(lane, startAll(known));
        ExecutionId large = known.get(7);
        String events = "[{\"type\":\"ExecutionPaused\",\"by\":\"%s\",\"why\":\"x\"}]".formatted("a".repeat(100_000));
        commitAll(lane, new Batch(List.of(new JournalRow(large, 2, START, events)), List.of(), List.of()));
        long one = Lanes.await(lane.load(known.subList(0, 1))).getFirst().journalLength();

        List<ExecutionId> found = new ArrayList<>();
        List<ExecutionId> wanted = List.copyOf(known);
        int calls = 0;
        while (!wanted.isEmpty()) {
            Loaded loaded = Lanes.await(lane.load(wanted, 3 * one + 100));
            assertThat(loaded.executions()).hasSizeLessThanOrEqualTo(4);
            if (loaded.executions().isEmpty()) {
                assertThat(loaded.left().getFirst()).isEqualTo(large);
                loaded = new Loaded(
                        Lanes.await(lane.load(List.of(large), 200_000)).executions(),
                        loaded.left().subList(1, loaded.left().size()));
            }
            loaded.executions().forEach(execution -> found.add(execution.row().id()));
            wanted = loaded.left();
            assertThat(++calls).isLessThan(20);
        }

        assertThat(found).containsExactlyInAnyOrderElementsOf(known);
        assertThat(Lanes.await(lane.load(List.of(large), 50_000)).left()).containsExactly(large);
        assertThat(Lanes.load(lane, known)).hasSize(20);
    }

    @Test
    @DisplayName(
            "I11: due executions come in the order of time and id, in pages, up to and including the time asked for")
    default void dueExecutionsComeInOrder() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionRow> rows = new ArrayList<>();
        for (ExecutionId id : fixture().ids(60)) {
            rows.add(waiting(id, START.plusSeconds(rows.size() % 7)));
        }
        for (ExecutionId id : fixture().ids(5)) {
            rows.add(row(id));
        }
        Collections.shuffle(rows, new Random(2));
        commitAll(lane, start(rows));
        Instant until = START.plusSeconds(4);

        List<Due> expected = rows.stream()
                .map(row -> new Due(Objects.requireNonNull(row.wakeAt()), row.id()))
                .filter(due -> !due.wakeAt().isAfter(until))
                .sorted(Comparator.comparing(Due::wakeAt).thenComparing(Due::id))
                .toList();
        assertThat(expected).hasSizeGreaterThan(40);
        assertThat(expected.getFirst().wakeAt()).isEqualTo(ExecutionRow.IN_FLIGHT);
        for (int limit : new int[] {1, 3, 7, expected.size(), 1000}) {
            assertThat(allDue(lane, until, limit)).isEqualTo(expected);
        }
        assertThat(due(lane, until, expected.getLast(), 10)).isEmpty();
        assertThat(due(lane, START.minusNanos(1_000), null, 100)).hasSize(5);
        assertThat(due(lane, FAR, null, 100)).hasSize(65);
    }

    @Test
    @DisplayName("I11: due reflects every change, and an ended execution is never due")
    default void dueFollowsEveryChange() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(4);
        commitAll(lane, startAll(ids));
        Instant soon = START.plusSeconds(1);
        Instant later = START.plusSeconds(3600);

        commitAll(
                lane,
                change(
                        2,
                        Fixture.wake(ids.get(0), later),
                        Fixture.wake(ids.get(1), soon),
                        ended(ids.get(2), ExecutionStatus.COMPLETED, null)));

        assertThat(due(lane, START, null, 10)).containsExactly(new Due(ExecutionRow.IN_FLIGHT, ids.get(3)));
        assertThat(due(lane, later, null, 10))
                .containsExactly(
                        new Due(ExecutionRow.IN_FLIGHT, ids.get(3)),
                        new Due(soon, ids.get(1)),
                        new Due(later, ids.get(0)));

        commitAll(lane, change(3, Fixture.wake(ids.get(0), ExecutionRow.IN_FLIGHT)));
        assertThat(due(lane, START, null, 10)).hasSize(2);
    }

    @Test
    @DisplayName("each lane gets the due executions of its own shards, together all")
    default void eachLaneIsToldOfItsOwn() {
        int count = store().lanesMax();
        List<LaneStore> lanes = store().join(fixture().node("a"), count);
        List<Due> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < 100; k++) {
                ExecutionId id = fixture().id(i, count);
                Instant wakeAt = START.plusSeconds(k % 10);
                commitAll(lanes.get(i), start(waiting(id, wakeAt)));
                all.add(new Due(wakeAt, id));
            }
        }

        List<Due> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Due> own = allDue(lanes.get(i), FAR, 33);
            int lane = i;
            assertThat(own).allMatch(due -> due.id().shard() % count == lane).hasSize(100);
            found.addAll(own);
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(all);

        LaneStore single = store().join(fixture().node("b"), 1).getFirst();
        assertThat(allDue(single, FAR, 1000)).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    @DisplayName("a list starts with the newest, in pages, each row once")
    default void aListHasTheNewestFirst() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(50);
        commitAll(lane, startAll(ids));

        List<ExecutionId> seen = new ArrayList<>();
        List<ExecutionRow> page = store().list(filter(null, Set.of(), null, 7));
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(7);
            seen.addAll(idsOf(page));
            page = store().list(filter(null, Set.of(), page.getLast().position(), 7));
        }

        assertThat(seen).isEqualTo(ids.reversed());
    }

    @Test
    @DisplayName("a list has the executions that match all conditions, and each condition alone")
    default void aListShowsWhatMatches() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionRow> rows = new ArrayList<>();
        List<ExecutionChange> changes = new ArrayList<>();
        ExecutionStatus[] statuses = ExecutionStatus.values();
        for (ExecutionId id : fixture().ids(84)) {
            int n = rows.size();
            Map<String, String> labels =
                    n % 2 == 0 ? Map.of("region", n % 4 == 0 ? "eu" : "us", "quote", "it's \"100%\" 🦭") : Map.of();
            Instant startedAt = START.plus(Duration.ofMinutes(n));
            rows.add(Fixture.row(id, NAMESPACE, n % 3 == 0 ? "order" : "trip", labels, startedAt));
            ExecutionStatus status = statuses[n % statuses.length];
            changes.add(
                    status.isTerminal()
                            ? ended(id, status, null)
                            : new ExecutionChange(id, status, ExecutionRow.IN_FLIGHT, null, null));
        }
        commitAll(lane, start(rows), change(2, changes.toArray(ExecutionChange[]::new)));
        List<ExecutionRow> now = new ArrayList<>();
        for (int i = rows.size() - 1; i >= 0; i--) {
            now.add(rows.get(i).after(changes.get(i)));
        }

        for (ExecutionFilter filter : filters(rows)) {
            List<ExecutionRow> expected = now.stream()
                    .filter(row -> matches(filter, row))
                    .limit(filter.limit())
                    .toList();
            assertThat(store().list(filter)).as("%s", filter).isEqualTo(expected);
        }
    }

    private static List<ExecutionFilter> filters(List<ExecutionRow> rows) {
        List<ExecutionFilter> filters = new ArrayList<>();
        List<Set<ExecutionStatus>> statuses = List.of(
                Set.of(),
                Set.of(ExecutionStatus.RUNNING),
                Set.of(ExecutionStatus.ESCALATED, ExecutionStatus.COMPENSATING),
                Set.of(ExecutionStatus.COMPLETED, ExecutionStatus.RUNNING, ExecutionStatus.FAILED),
                Set.of(ExecutionStatus.values()));
        List<Map<String, String>> labels = List.of(
                Map.of(),
                Map.of("region", "eu"),
                Map.of("region", "us", "quote", "it's \"100%\" 🦭"),
                Map.of("region", "mars"));
        for (Set<ExecutionStatus> status : statuses) {
            for (Map<String, String> label : labels) {
                filters.add(new ExecutionFilter(NAMESPACE, null, status, label, null, null, null, 1000));
                filters.add(new ExecutionFilter(NAMESPACE, "order", status, label, null, null, null, 5));
                filters.add(new ExecutionFilter(
                        NAMESPACE,
                        "trip",
                        status,
                        label,
                        START.plus(Duration.ofMinutes(10)),
                        START.plus(Duration.ofMinutes(70)),
                        rows.get(60).position(),
                        10));
            }
        }
        filters.add(filter("nobody", Set.of(), null, 1));
        filters.add(new ExecutionFilter(
                NAMESPACE, null, Set.of(), Map.of(), START.plus(Duration.ofMinutes(10)), null, null, 1000));
        filters.add(new ExecutionFilter(
                NAMESPACE, null, Set.of(), Map.of(), null, START.plus(Duration.ofMinutes(10)), null, 1000));
        return filters;
    }

    private static boolean matches(ExecutionFilter filter, ExecutionRow row) {
        return row.namespace().equals(filter.namespace())
                && (filter.workflow() == null || row.workflow().equals(filter.workflow()))
                && (filter.statuses().isEmpty() || filter.statuses().contains(row.status()))
                && row.labels().entrySet().containsAll(filter.labels().entrySet())
                && (filter.startedFrom() == null || !row.startedAt().isBefore(filter.startedFrom()))
                && (filter.startedBefore() == null || row.startedAt().isBefore(filter.startedBefore()))
                && (filter.after() == null || row.position().compareTo(filter.after()) > 0);
    }

    @Test
    @DisplayName("ids are ordered by their unsigned bits, as ExecutionId orders them")
    default void idsAreOrderedByTheirUnsignedBits() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = new ArrayList<>();
        for (String text : List.of(
                "00000000-0000-0000-0000-000000000001",
                "00000000-0000-0000-ffff-ffffffffffff",
                "7fffffff-ffff-ffff-7fff-ffffffffffff",
                "7fffffff-ffff-ffff-8000-000000000000",
                "80000000-0000-0000-0000-000000000000",
                "ffffffff-ffff-ffff-ffff-ffffffffffff")) {
            ids.add(ExecutionId.parse(text));
        }
        commitAll(lane, startAll(ids));

        assertThat(idsOf(store().list(filter(null, Set.of(), null, 10)))).isEqualTo(ids.reversed());
        assertThat(allDue(lane, START, 2)).extracting(Due::id).isEqualTo(ids);
    }

    @Test
    @DisplayName("D20, I15: a list never shows another namespace")
    default void aListNeverShowsAnotherNamespace() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);
        commitAll(
                lane,
                start(
                        Fixture.row(ids.get(0), "red", "order", Map.of("a", "1"), START),
                        Fixture.row(ids.get(1), "blue", "order", Map.of("a", "1"), START)));

        for (String workflow : new @Nullable String[] {null, "order"}) {
            for (Set<ExecutionStatus> statuses : List.of(Set.<ExecutionStatus>of(), Set.of(ExecutionStatus.RUNNING))) {
                ExecutionFilter red =
                        new ExecutionFilter("red", workflow, statuses, Map.of("a", "1"), null, null, null, 10);
                assertThat(idsOf(store().list(red))).containsExactly(ids.get(0));
                ExecutionFilter none = new ExecutionFilter("Red", workflow, statuses, Map.of(), null, null, null, 10);
                assertThat(store().list(none)).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("R37: the time of the store has microseconds, and advances")
    default void theStoreHasATime() {
        Instant first = store().now();
        Instant second = store().now();

        assertThat(first).isEqualTo(first.truncatedTo(ChronoUnit.MICROS));
        assertThat(second).isAfterOrEqualTo(first);
        assertThat(Duration.between(first, second)).isLessThan(Duration.ofMinutes(1));
    }
}
