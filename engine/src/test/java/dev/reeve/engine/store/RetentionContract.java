package dev.reeve.engine.store;

import static dev.reeve.engine.store.Fixture.NAMESPACE;
import static dev.reeve.engine.store.Fixture.START;
import static dev.reeve.engine.store.Lanes.commitAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What has ended can be removed, and nothing else. */
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
            "T4: what is removed is gone with its journal and its labels, and its id is free; the others stay whole")
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
    @DisplayName("T4: a list goes on after a row that was removed meanwhile, by a label as well")
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
    @DisplayName("T4 S10: nothing is removed that is open, or of which somebody is still to be told")
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
        ExecutionId untold = fixture().id();
        Batch start = Fixture.start(Fixture.row(untold));
        commitAll(
                lane,
                new Batch(
                        start.journal(),
                        start.started(),
                        List.of(),
                        List.of(OutboxContract.message(untold, 4, OutboxContract.SHOP))));
        commitAll(lane, Fixture.change(2, Fixture.ended(untold, ExecutionStatus.COMPLETED, null)));

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
}
