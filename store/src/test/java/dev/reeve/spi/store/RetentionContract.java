package dev.reeve.spi.store;

import static dev.reeve.spi.store.Fixture.NAMESPACE;
import static dev.reeve.spi.store.Fixture.START;
import static dev.reeve.spi.store.Lanes.commitAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Only ended executions can be removed. */
interface RetentionContract extends StoreUnderTest {

    private static ExecutionFilter labelled(String value) {
        return new ExecutionFilter(NAMESPACE, null, Set.of(), Map.of("shop", value), null, null, null, 100);
    }

    /** Executions with a label, each of which has two journal rows and has ended. */
    private List<ExecutionId> ended(LaneStore lane, int count, String shop) {
        List<ExecutionId> ids = fixture().ids(count);
        List<ExecutionRow> rows = new ArrayList<>();
        List<ExecutionChange> changes = new ArrayList<>();
        for (ExecutionId id : ids) {
            rows.add(Fixture.row(id, NAMESPACE, "order", Map.of("shop", shop, "kind", "x"), START));
            changes.add(Fixture.ended(id, ExecutionStatus.COMPLETED, null));
        }
        commitAll(lane, Fixture.start(rows));
        commitAll(lane, Fixture.change(2, changes.toArray(ExecutionChange[]::new)));
        return ids;
    }

    @Test
    @DisplayName(
            "T4: a removed execution is gone with journal and labels, and its id is free; the others stay complete")
    default void removed() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> gone = ended(lane, 30, "gone");
        List<ExecutionId> kept = ended(lane, 3, "kept");
        List<ExecutionId> asked = new ArrayList<>(gone);
        asked.addAll(fixture().ids(2)); // that never were

        assertThat(store().remove(asked)).isEqualTo(30);
        assertThat(store().remove(asked)).isZero();

        Store again = reopen();
        for (ExecutionId id : gone) {
            assertThat(again.find(id)).isEmpty();
            assertThat(again.history(id)).isEmpty();
        }
        assertThat(again.list(labelled("gone"))).isEmpty();
        assertThat(again.list(labelled("kept")).stream().map(ExecutionRow::id))
                .containsExactlyElementsOf(kept.reversed());
        assertThat(kept).allMatch(id -> again.history(id).size() == 2);
        LaneStore next = again.join(fixture().node("b"), 1).getFirst();
        commitAll(next, Fixture.startAll(gone.subList(0, 1)));
        assertThat(again.history(gone.getFirst())).hasSize(1);
        assertThat(again.list(labelled("gone"))).isEmpty();
    }

    @Test
    @DisplayName("T4: a list continues after a row that was removed meanwhile, by a label as well")
    default void listedPastWhatIsRemoved() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = ended(lane, 6, "shop");

        ListPosition last = store().find(ids.get(4)).orElseThrow().position();

        store().remove(List.of(ids.get(4)));

        for (Map<String, String> labels : List.of(Map.<String, String>of(), Map.of("shop", "shop"))) {
            assertThat(store().list(new ExecutionFilter(NAMESPACE, null, Set.of(), labels, null, null, last, 2)))
                    .extracting(ExecutionRow::id)
                    .containsExactly(ids.get(3), ids.get(2));
        }
    }

    @Test
    @DisplayName("T4 S10: open executions and those with pending messages are not removed")
    default void keptWhateverIsAsked() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        ExecutionId told = ended(lane, 1, "told").getFirst();
        List<ExecutionId> open = fixture().ids(4);
        commitAll(lane, Fixture.startAll(open));
        commitAll(
                lane,
                Fixture.change(
                        2,
                        new ExecutionChange(open.get(1), ExecutionStatus.ESCALATED, START.plusSeconds(9), null, "E: x"),
                        new ExecutionChange(open.get(2), ExecutionStatus.PAUSED, START.plusSeconds(9), null, null),
                        new ExecutionChange(
                                open.get(3), ExecutionStatus.COMPENSATING, START.plusSeconds(9), null, "E: x")));
        ExecutionId untold = endedWithMessage(lane);

        List<ExecutionId> asked = new ArrayList<>(open);
        asked.add(untold);
        assertThat(store().remove(asked)).isZero();
        asked.add(told);
        assertThat(store().remove(asked)).isEqualTo(1);

        for (ExecutionId id : open) {
            assertThat(store().find(id)).isPresent();
            assertThat(store().history(id)).isNotEmpty();
        }
        assertThat(store().history(untold)).hasSize(2);
        assertThat(store().remove(List.of())).isZero();
    }

    /** An ended execution whose message is not delivered. */
    private ExecutionId endedWithMessage(LaneStore lane) {
        ExecutionId id = fixture().id();
        Batch start = Fixture.start(Fixture.row(id));
        commitAll(
                lane,
                new Batch(
                        start.journal(),
                        start.started(),
                        List.of(),
                        List.of(OutboxContract.message(id, 4, OutboxContract.SHOP))));
        commitAll(lane, Fixture.change(2, Fixture.ended(id, ExecutionStatus.COMPLETED, null)));
        return id;
    }

    /** Executions of a version of a workflow, each of which ended that long after the start. */
    private List<ExecutionId> ended(LaneStore lane, WorkflowVersion of, int count, Duration after) {
        List<ExecutionId> ids = fixture().ids(count);
        List<ExecutionRow> rows = new ArrayList<>();
        List<ExecutionChange> changes = new ArrayList<>();
        for (ExecutionId id : ids) {
            rows.add(Fixture.row(id, NAMESPACE, of.workflow(), Map.of(), START));
            changes.add(
                    new ExecutionChange(id, ExecutionStatus.COMPLETED, null, START.plus(after), null, of.version()));
        }
        commitAll(lane, Fixture.start(rows));
        commitAll(lane, Fixture.change(2, changes.toArray(ExecutionChange[]::new)));
        return ids;
    }

    private List<ExecutionId> page(WorkflowVersion of, @Nullable EndedPosition after, Duration until, int limit) {
        return store().ended(new EndedFilter(NAMESPACE, of, after, START.plus(until), limit)).stream()
                .map(ended -> ended.row().id())
                .toList();
    }

    @Test
    @DisplayName("T4: ended executions are found by version, the oldest end first, in pages")
    default void foundByTheEnd() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        WorkflowVersion one = new WorkflowVersion("order", 1);
        WorkflowVersion two = new WorkflowVersion("order", 2);
        assertThat(store().endedVersions(NAMESPACE)).isEmpty();
        List<ExecutionId> late = ended(lane, one, 2, Duration.ofSeconds(9));
        List<ExecutionId> early = ended(lane, one, 5, Duration.ofSeconds(3));
        List<ExecutionId> other = ended(lane, two, 1, Duration.ofSeconds(1));
        ended(lane, new WorkflowVersion("a", 10), 1, Duration.ofSeconds(1));
        ended(lane, new WorkflowVersion("z", 1), 3, Duration.ofSeconds(1));
        commitAll(lane, Fixture.startAll(fixture().ids(3)));

        assertThat(store().endedVersions(NAMESPACE))
                .containsExactly(new WorkflowVersion("a", 10), one, two, new WorkflowVersion("z", 1));
        assertThat(store().endedVersions("elsewhere")).isEmpty();
        Duration all = Duration.ofSeconds(9);
        assertThat(page(one, null, all, 100))
                .containsExactly(
                        early.get(0), early.get(1), early.get(2), early.get(3), early.get(4), late.get(0), late.get(1));
        assertThat(page(one, null, all.minusNanos(1_000), 100)).containsExactlyElementsOf(early);
        assertThat(page(one, null, all, 3)).containsExactlyElementsOf(early.subList(0, 3));
        EndedPosition third = new EndedPosition(START.plusSeconds(3), early.get(2));
        assertThat(page(one, third, all, 3)).containsExactly(early.get(3), early.get(4), late.get(0));
        store().remove(early.subList(0, 4));
        assertThat(page(one, third, all, 3)).containsExactly(early.get(4), late.get(0), late.get(1));
        EndedPosition last = new EndedPosition(START.plusSeconds(9), late.get(1));
        assertThat(page(one, last, all, 3)).isEmpty();
        assertThat(page(two, null, all, 3)).isEqualTo(other);
        assertThat(page(new WorkflowVersion("order", 3), null, all, 3)).isEmpty();
        assertThat(store().ended(new EndedFilter(NAMESPACE, two, null, START.plus(all), 1)))
                .containsExactly(
                        new EndedExecution(store().find(other.getFirst()).orElseThrow(), false));

        store().remove(other);
        assertThat(store().endedVersions(NAMESPACE))
                .containsExactly(new WorkflowVersion("a", 10), one, new WorkflowVersion("z", 1));
    }

    @Test
    @DisplayName("T4 S10: for ended executions the store reports whether messages are pending")
    default void toldWhetherToBeTold() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        endedWithMessage(lane);
        assertThat(store().ended(new EndedFilter(
                        NAMESPACE, new WorkflowVersion("order", 1), null, START.plusSeconds(60), 10)))
                .extracting(EndedExecution::hasMessages)
                .containsExactly(true);
    }

    @Test
    @DisplayName("T4: archived executions are removed together with the receipt of their file, or not at all")
    default void removedWithAReceipt() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> first = ended(lane, 3, "first");
        List<ExecutionId> second = ended(lane, 3, "second");
        ExecutionId open = fixture().id();
        commitAll(lane, Fixture.startAll(List.of(open)));

        assertThat(store().removeArchived(first, "file-1")).isTrue();
        assertThat(store().hasReceipt("file-1")).isTrue();
        assertThat(first).noneMatch(id -> store().find(id).isPresent());
        for (ExecutionId notThere : List.of(first.getFirst(), open)) {
            List<ExecutionId> more = new ArrayList<>(second);
            more.add(notThere);
            assertThat(store().removeArchived(more, "file-2")).isFalse();
            assertThat(store().hasReceipt("file-2")).isFalse();
        }
        assertThat(second).allMatch(id -> store().history(id).size() == 2);
        assertThat(store().find(open)).isPresent();

        Store again = reopen();
        assertThat(again.hasReceipt("file-1")).isTrue();
        again.dropReceipt("file-1");
        again.dropReceipt("file-1");
        assertThat(again.hasReceipt("file-1")).isFalse();
    }

    @Test
    @DisplayName("the journals of several executions are read at once")
    default void histories() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = ended(lane, 20, "shop");
        List<ExecutionId> asked = new ArrayList<>(ids.subList(3, 17));
        asked.add(fixture().id());
        Map<ExecutionId, List<JournalRow>> found = store().histories(asked, Long.MAX_VALUE);
        assertThat(found.keySet()).containsExactlyElementsOf(asked);
        found.forEach((id, journal) -> assertThat(journal).isEqualTo(store().history(id)));
        assertThat(found.get(asked.getLast())).isEmpty();
    }

    @Test
    @DisplayName("Of several journals as many are read as the limit of bytes allows, and at least one")
    default void historiesByLength() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = ended(lane, 20, "shop");
        long one = store().history(ids.getFirst()).stream()
                .mapToLong(row -> row.events().length())
                .sum();

        Map<ExecutionId, List<JournalRow>> found = store().histories(ids, 5 * one + 1);
        assertThat(found.keySet()).isNotEmpty().containsExactlyElementsOf(ids.subList(0, found.size()));
        assertThat(found.values().stream()
                        .flatMap(List::stream)
                        .mapToLong(row -> row.events().length())
                        .sum())
                .isBetween(one, 5 * one + 1);
        found.forEach((id, journal) -> assertThat(journal).isEqualTo(store().history(id)));
        assertThat(store().histories(ids, 1))
                .containsOnlyKeys(ids.getFirst())
                .containsEntry(ids.getFirst(), store().history(ids.getFirst()));
        assertThat(store().histories(List.of(), 1)).isEmpty();
    }

    @Test
    @DisplayName("A check of kept executions requires all of them")
    default void areKept() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = ended(lane, 3, "shop");
        assertThat(store().areKept(ids)).isTrue();
        store().remove(ids.subList(0, 1));
        assertThat(store().areKept(ids)).isFalse();
        assertThat(store().areKept(ids.subList(1, 3))).isTrue();
    }
}
