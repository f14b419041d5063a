package dev.reeve.spi.store;

import static dev.reeve.spi.store.Fixture.append;
import static dev.reeve.spi.store.Fixture.journal;
import static dev.reeve.spi.store.Fixture.row;
import static dev.reeve.spi.store.Fixture.startAll;
import static dev.reeve.spi.store.Lanes.await;
import static dev.reeve.spi.store.Lanes.commit;
import static dev.reeve.spi.store.Lanes.commitAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One writer per shard, fenced in the store. */
interface OwnershipContract extends StoreUnderTest {

    @Test
    @DisplayName("I9: a new owner fences the previous one, whose batches write nothing any more")
    default void joiningFencesTheOwnerBefore() {
        List<ExecutionId> ids = fixture().ids(2);
        LaneStore old = store().join(fixture().node("a"), 1).getFirst();
        commitAll(old, startAll(ids.subList(0, 1)));

        LaneStore lane = store().join(fixture().node("b"), 1).getFirst();

        assertThat(commit(old, append(2, ids.subList(0, 1)))).isEqualTo(CommitOutcome.FENCED);
        assertThat(commit(old, startAll(ids.subList(1, 2)))).isEqualTo(CommitOutcome.FENCED);
        assertThat(await(old.reacquire())).isEqualTo(Reacquired.FENCED);
        assertThat(commit(old, append(2, ids.subList(0, 1)))).isEqualTo(CommitOutcome.FENCED);
        assertThat(store().history(ids.get(0))).containsExactly(journal(ids.get(0), 1));
        assertThat(store().find(ids.get(1))).isEmpty();
        commitAll(lane, append(2, ids.subList(0, 1)), startAll(ids.subList(1, 2)));
    }

    @Test
    @DisplayName("R11: a node that joins again fences its earlier self")
    default void joiningAgainFencesTheSameNode() {
        NodeId node = fixture().node("a");
        LaneStore old = store().join(node, 1).getFirst();
        LaneStore lane = store().join(node, 1).getFirst();

        assertThat(commit(old, startAll(fixture().ids(1)))).isEqualTo(CommitOutcome.FENCED);
        assertThat(await(old.reacquire())).isEqualTo(Reacquired.FENCED);
        commitAll(lane, startAll(fixture().ids(1)));
    }

    @Test
    @DisplayName("F59, R11: a restarted process with the same name is another node, and fences the earlier one")
    default void theSameNameIsAnotherNode() {
        NodeId before = fixture().node("pid1");
        NodeId after = fixture().node("pid1");
        LaneStore old = store().join(before, 1).getFirst();
        LaneStore lane = store().join(after, 1).getFirst();
        List<ExecutionId> ids = fixture().ids(1);
        commitAll(lane, startAll(ids));

        assertThat(before.name()).isEqualTo(after.name());
        assertThat(commit(old, append(2, ids))).isEqualTo(CommitOutcome.FENCED);
        assertThat(await(old.reacquire())).isEqualTo(Reacquired.FENCED);
        commitAll(lane, append(2, ids));
    }

    @Test
    @DisplayName("I9: a join with another number of lanes fences every earlier lane")
    default void everyLaneOfTheOwnerBeforeIsFenced() {
        List<LaneStore> old = store().join(fixture().node("a"), store().lanesMax());
        List<LaneStore> lanes = store().join(fixture().node("b"), 1);

        for (LaneStore lane : old) {
            assertThat(commit(lane, new Batch(List.of(), List.of(), List.of()))).isEqualTo(CommitOutcome.FENCED);
        }
        assertThat(lanes).hasSize(1);
        commitAll(lanes.getFirst(), startAll(fixture().ids(1)));
    }

    @Test
    @DisplayName("reacquire reports that the last batch landed, any number of times, and the lane continues")
    default void reacquireTellsThatTheLastBatchLanded() {
        List<ExecutionId> ids = fixture().ids(1);
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        commitAll(lane, startAll(ids), append(2, ids));

        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.LANDED);
        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.LANDED);
        commitAll(lane, append(3, ids));
        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.LANDED);
    }

    @Test
    @DisplayName("reacquire before the first batch reports no landed batch, and the lane continues")
    default void reacquireBeforeTheFirstBatch() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();

        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.NOT_LANDED);
        commitAll(lane, startAll(fixture().ids(1)));
    }

    @Test
    @DisplayName("reacquiring one lane does not affect the others")
    default void reacquiringOneLaneLeavesTheOthersAlone() {
        int count = store().lanesMax();
        List<LaneStore> lanes = store().join(fixture().node("a"), count);
        for (int i = 0; i < count; i++) {
            commitAll(lanes.get(i), startAll(List.of(fixture().id(i, count))));
        }

        assertThat(await(lanes.getFirst().reacquire())).isEqualTo(Reacquired.LANDED);

        for (int i = 0; i < count; i++) {
            commitAll(lanes.get(i), startAll(List.of(fixture().id(i, count))));
        }
    }

    @Test
    @DisplayName("H2: a lane goes on with an execution that another lane has written since")
    default void shardsComeBack() {
        List<LaneStore> lanes = store().join(fixture().node("a"), 2);
        ShardSet shards = lanes.getFirst().shards();
        List<ExecutionId> ids = List.of(fixture().id(0, 2));
        commitAll(lanes.getFirst(), startAll(ids), append(2, ids));
        await(lanes.getLast().due(shards, Fixture.START.plusSeconds(3_600), null, 10));
        await(lanes.getLast().load(ids));
        commitAll(lanes.getLast(), append(3, ids), append(4, ids));

        await(lanes.getFirst().due(shards, Fixture.START.plusSeconds(3_600), null, 10));
        await(lanes.getFirst().load(ids));

        assertThat(commit(lanes.getFirst(), append(5, ids))).isEqualTo(CommitOutcome.COMMITTED);
    }

    @Test
    @DisplayName("lanes commit concurrently, and each reads its own rows")
    default void lanesCommitAtTheSameTime() throws InterruptedException, ExecutionException {
        int count = Math.min(8, store().lanesMax());
        List<LaneStore> lanes = store().join(fixture().node("a"), count);
        List<List<ExecutionId>> ids = new ArrayList<>();
        List<Callable<List<CommitOutcome>>> writers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            LaneStore lane = lanes.get(i);
            List<ExecutionId> own = new ArrayList<>();
            for (int k = 0; k < 20; k++) {
                own.add(fixture().id(i, count));
            }
            ids.add(own);
            writers.add(() -> {
                List<CommitOutcome> outcomes = new ArrayList<>();
                outcomes.add(commit(lane, startAll(own)));
                for (int seq = 2; seq <= 10; seq++) {
                    outcomes.add(commit(lane, append(seq, own)));
                    outcomes.add(
                            Lanes.load(lane, own).size() == own.size()
                                    ? CommitOutcome.COMMITTED
                                    : CommitOutcome.FENCED);
                }
                return outcomes;
            });
        }

        try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
            for (Future<List<CommitOutcome>> outcomes : threads.invokeAll(writers)) {
                assertThat(outcomes.get()).containsOnly(CommitOutcome.COMMITTED);
            }
        }

        for (List<ExecutionId> own : ids) {
            for (ExecutionId id : own) {
                assertThat(store().history(id)).hasSize(10);
                assertThat(store().find(id)).contains(row(id));
            }
        }
    }

    @Test
    @DisplayName("the number of lanes is checked")
    default void theNumberOfLanesIsChecked() {
        NodeId node = fixture().node("a");
        int tooMany = store().lanesMax() + 1;

        assertThat(store().lanesMax()).isPositive();
        assertThatThrownBy(() -> store().join(node, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store().join(node, tooMany)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("closing twice has no effect; a closed store refuses calls")
    default void closingTwiceIsClosingOnce() {
        ExecutionId id = fixture().id();
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        commitAll(lane, startAll(List.of(id)));

        store().close();
        store().close();

        assertThatThrownBy(() -> store().find(id)).isInstanceOf(StoreException.class);
        assertThat(commit(lane, append(2, List.of(id)))).isInstanceOf(CommitOutcome.InDoubt.class);
        assertThat(store().describe()).isNotBlank();
        assertThat(reopen().history(id)).hasSize(1);
    }
}
