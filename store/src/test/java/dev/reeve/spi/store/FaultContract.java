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
import dev.reeve.spi.store.FaultPlan.Call;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** After any fault between a lane and its store, reacquire tells the truth, and the lane goes on from there. */
interface FaultContract extends StoreUnderTest {

    private FaultyStore faulty(FaultPlan plan) {
        return new FaultyStore(store(), plan, task -> {});
    }

    private static void assertInDoubt(CommitOutcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        CommitOutcome.InDoubt.class,
                        doubt -> assertThat(doubt.cause().kind()).isEqualTo(StoreException.Kind.UNAVAILABLE));
    }

    @Test
    @DisplayName("F15: applied, but the answer was lost: reacquire says that it landed")
    default void appliedButTheAnswerWasLost() {
        FaultyStore faulty = faulty(FaultPlan.script(Call.COMMIT, Fault.NONE, Fault.APPLIED_BUT_ERROR));
        LaneStore lane = faulty.join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);
        commitAll(lane, startAll(ids));

        assertInDoubt(commit(lane, append(2, ids)));

        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.LANDED);
        commitAll(lane, append(3, ids));
        assertThat(store().history(ids.getFirst())).hasSize(3);
    }

    @Test
    @DisplayName(
            "F14: an error, and not applied: reacquire says that it did not land, and the same batch can be repeated")
    default void anErrorAndNotApplied() {
        FaultyStore faulty = faulty(FaultPlan.script(Call.COMMIT, Fault.NONE, Fault.NOT_APPLIED));
        LaneStore lane = faulty.join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);
        commitAll(lane, startAll(ids));

        assertInDoubt(commit(lane, append(2, ids)));

        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.NOT_LANDED);
        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.NOT_LANDED);
        commitAll(lane, append(2, ids));
        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.LANDED);
    }

    @Test
    @DisplayName("F16: applied later: a read finds nothing, reacquire waits for the zombie and says that it landed")
    default void appliedLater() {
        FaultyStore faulty = faulty(FaultPlan.script(Call.COMMIT, Fault.APPLIED_LATER));
        LaneStore lane = faulty.join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);

        assertInDoubt(commit(lane, startAll(ids)));

        assertThat(store().find(ids.getFirst())).isEmpty();
        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.LANDED);
        assertThat(store().find(ids.getFirst())).contains(row(ids.getFirst()));
        commitAll(lane, append(2, ids));
    }

    @Test
    @DisplayName("F16, I9: a late commit after another node joined writes nothing")
    default void aZombieWritesNothingAfterAnotherNodeJoined() {
        Deque<Runnable> late = new ArrayDeque<>();
        FaultyStore faulty = new FaultyStore(store(), FaultPlan.script(Call.COMMIT, Fault.APPLIED_LATER), late::add);
        LaneStore old = faulty.join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);
        assertInDoubt(commit(old, startAll(ids)));

        LaneStore lane = faulty.join(fixture().node("b"), 1).getFirst();
        late.forEach(Runnable::run);

        assertThat(store().find(ids.getFirst())).isEmpty();
        assertThat(await(old.reacquire())).isEqualTo(Reacquired.FENCED);
        commitAll(lane, startAll(ids));
        assertThat(store().history(ids.getFirst())).containsExactly(journal(ids.getFirst(), 1));
    }

    @Test
    @DisplayName("L5: during an outage every call fails with a StoreException, and the lane continues afterwards")
    default void afterAnOutageTheLaneGoesOn() {
        FaultyStore faulty = faulty(FaultPlan.none());
        LaneStore lane = faulty.join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);
        commitAll(lane, startAll(ids));

        faulty.outage(true);
        assertInDoubt(commit(lane, append(2, ids)));
        assertThatThrownBy(() -> await(lane.reacquire())).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> Lanes.find(lane, ids)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> faulty.find(ids.getFirst())).isInstanceOf(StoreException.class);
        faulty.outage(false);

        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.NOT_LANDED);
        commitAll(lane, append(2, ids));
    }

    @Test
    @DisplayName("a reacquire with a lost answer can be repeated, and still knows the outcome of the batch")
    default void reacquireCanBeRepeated() {
        FaultPlan commits = FaultPlan.script(Call.COMMIT, Fault.APPLIED_BUT_ERROR, Fault.NOT_APPLIED);
        FaultPlan reacquires = FaultPlan.script(
                Call.REACQUIRE, Fault.APPLIED_BUT_ERROR, Fault.APPLIED_BUT_ERROR, Fault.NONE, Fault.APPLIED_BUT_ERROR);
        FaultyStore faulty = faulty(call -> call == Call.COMMIT ? commits.next(call) : reacquires.next(call));
        LaneStore lane = faulty.join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);

        assertInDoubt(commit(lane, startAll(ids)));
        assertThatThrownBy(() -> await(lane.reacquire())).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> await(lane.reacquire())).isInstanceOf(StoreException.class);
        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.LANDED);

        assertInDoubt(commit(lane, append(2, ids)));
        assertThatThrownBy(() -> await(lane.reacquire())).isInstanceOf(StoreException.class);
        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.NOT_LANDED);
        commitAll(lane, append(2, ids));
    }

    @Test
    @DisplayName("a slow answer is still correct")
    default void aSlowAnswerIsTheRightAnswer() {
        Deque<Runnable> late = new ArrayDeque<>();
        FaultyStore faulty = new FaultyStore(store(), FaultPlan.script(Call.COMMIT, Fault.SLOW), late::add);
        LaneStore lane = faulty.join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);

        CompletableFuture<CommitOutcome> answer = lane.commit(startAll(ids)).toCompletableFuture();
        assertThat(answer).isNotDone();
        late.forEach(Runnable::run);

        assertThat(answer).isCompletedWithValue(CommitOutcome.COMMITTED);
        assertThat(store().find(ids.getFirst())).isPresent();
    }

    /**
     * Random batches under random faults of every kind on every lane, with a model beside it that believes only what
     * reacquire says. In the end store and model are the same, before and after a restart.
     */
    @RepeatedTest(value = 10, name = "seed {currentRepetition}")
    @DisplayName("F14, F15, F16: under random faults the store holds exactly the writes that reacquire confirmed")
    default void underRandomFaultsTheStoreHoldsExactlyWhatReacquireSaid(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        FaultyStore faulty = new FaultyStore(store(), FaultPlan.random(seed, 35), Runnable::run);
        StoreModel model = new StoreModel(seed, fixture());
        int count = Math.min(4, store().lanesMax());
        List<LaneStore> lanes = new ArrayList<>(faulty.join(fixture().node("a"), count));

        for (int round = 0; round < 60; round++) {
            if (round % 25 == 24) {
                lanes = new ArrayList<>(faulty.join(fixture().node("b"), count));
            }
            int lane = round % count;
            Batch batch = model.nextBatch(lane, count);
            switch (commit(lanes.get(lane), batch)) {
                case CommitOutcome.Committed committed -> model.apply(batch);
                case CommitOutcome.Fenced fenced -> throw new AssertionError("fenced by nobody, seed " + seed);
                case CommitOutcome.InDoubt doubt -> {
                    if (reacquired(lanes.get(lane)) == Reacquired.LANDED) {
                        model.apply(batch);
                    }
                }
            }
        }

        model.assertSame(store());
        model.assertSame(reopen());
    }

    private static Reacquired reacquired(LaneStore lane) {
        for (int attempt = 0; attempt < 100; attempt++) {
            try {
                Reacquired answer = await(lane.reacquire());
                assertThat(answer).isNotEqualTo(Reacquired.FENCED);
                return answer;
            } catch (StoreException e) {
                assertThat(Objects.requireNonNull(e.getMessage())).contains("injected");
            }
        }
        throw new AssertionError("no answer in 100 attempts");
    }
}
