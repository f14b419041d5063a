package dev.reeve.spi.store;

import static dev.reeve.spi.store.Fixture.start;
import static dev.reeve.spi.store.Lanes.await;
import static dev.reeve.spi.store.Lanes.commitAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The newest execution of a key is found, with and without the earlier ones. */
interface SuccessionContract extends StoreUnderTest {

    private static ExecutionRow keyed(ExecutionId id, String key) {
        return Fixture.keyed(Fixture.row(id), key);
    }

    @Test
    @DisplayName("I2 S2: the newest execution of a key is the last one that follows the first")
    default void theLastOneIsTheNewest() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        ExecutionId first = fixture().id();
        ExecutionId second = Succession.after(first);
        ExecutionId third = Succession.after(second);
        ExecutionId alone = fixture().id();
        ExecutionId missing = fixture().id();
        commitAll(lane, start(List.of(keyed(first, "k"), keyed(alone, "l"))));
        assertThat(store().newest(first)).map(ExecutionRow::id).contains(first);

        commitAll(lane, start(List.of(keyed(second, "k"))));
        assertThat(store().newest(first)).map(ExecutionRow::id).contains(second);
        assertThat(store().newest(third)).isEmpty();

        commitAll(lane, start(List.of(keyed(third, "k"))));
        assertThat(store().newest(first)).map(ExecutionRow::key).contains("k");
        Map<ExecutionId, ExecutionRow> newest = await(lane.newest(List.of(alone, first, missing)));
        assertThat(newest).containsOnlyKeys(alone, first);
        assertThat(newest.get(alone)).isEqualTo(store().find(alone).orElseThrow());
        assertThat(newest.get(first)).isEqualTo(store().find(third).orElseThrow());
        assertThat(await(lane.newest(List.of(second, third))))
                .containsOnlyKeys(second, third)
                .allSatisfy((asked, row) -> assertThat(row.id()).isEqualTo(third));
        assertThat(await(lane.newest(List.of()))).isEmpty();
    }

    @Test
    @DisplayName("S2 D13: the newest one is found after the earlier ones were removed")
    default void withoutTheEarlierOnes() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        ExecutionId first = fixture().id();
        ExecutionId later = Succession.after(Succession.after(Succession.after(first)));
        commitAll(lane, start(List.of(keyed(later, "k"))));

        assertThat(store().newest(first)).map(ExecutionRow::id).contains(later);
        assertThat(await(lane.newest(List.of(first)))).containsOnlyKeys(first);
    }

    @Test
    @DisplayName("I2 S2: an execution without a key that lies beside them is none of them")
    default void childrenAreNone() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        ExecutionId first = fixture().id();
        ExecutionId second = Succession.after(first);
        UUID beside = Succession.after(second).value();
        commitAll(lane, start(List.of(keyed(first, "k"), Fixture.row(new ExecutionId(beside)))));

        assertThat(store().newest(first)).map(ExecutionRow::id).contains(first);
        assertThat(await(lane.newest(List.of(first))).get(first)).isNotNull();

        commitAll(lane, start(List.of(keyed(second, "k"))));
        assertThat(store().newest(first)).map(ExecutionRow::id).contains(second);
    }
}
