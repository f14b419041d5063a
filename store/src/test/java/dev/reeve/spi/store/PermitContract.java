package dev.reeve.spi.store;

import static dev.reeve.spi.store.Fixture.startAll;
import static dev.reeve.spi.store.Lanes.await;
import static dev.reeve.spi.store.Lanes.commit;
import static dev.reeve.spi.store.Lanes.commitAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The permits of transactional steps. Implemented by those tests of {@link StoreContract} whose store has them. */
public interface PermitContract extends StoreUnderTest {

    /** A transaction of an agent that has stored an output. */
    interface AgentSide {
        void commit();

        void rollBack();
    }

    /** Stores an output in a new transaction; null if the store refuses it. */
    @Nullable AgentSide complete(AttemptToken token, Json output);

    private AgentSide completing(AttemptToken token, Json output) {
        AgentSide side = complete(token, output);
        if (side == null) {
            throw new AssertionError("refused: " + token);
        }
        return side;
    }

    private static AttemptToken token(ExecutionId id, int attempt) {
        return new AttemptToken(id, StepPath.parse("book[3]"), Purpose.FORWARD, attempt, -42L * attempt);
    }

    private static Batch permits(List<AttemptToken> granted, List<AttemptToken> settled) {
        return new Batch(
                List.of(), List.of(), List.of(), List.of(), Batch.Crossing.NONE, new Batch.Permits(granted, settled));
    }

    private LaneStore lane(ExecutionId id) {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        commitAll(lane, startAll(List.of(id)));
        return lane;
    }

    private static Permit revoke(LaneStore lane, AttemptToken token) {
        Map<AttemptToken, Permit> found = await(lane.revoke(List.of(token)));
        assertThat(found).containsOnlyKeys(token);
        return Objects.requireNonNull(found.get(token));
    }

    /** A permit for the first attempt. */
    private AttemptToken permitted(LaneStore lane, ExecutionId id) {
        AttemptToken token = token(id, 1);
        commitAll(lane, permits(List.of(token), List.of()));
        return token;
    }

    @Test
    @DisplayName("an unused permit is revoked, and cannot be used from then on")
    default void aPermitIsRevoked() {
        ExecutionId id = fixture().id();
        LaneStore lane = lane(id);
        AttemptToken token = token(id, 1);
        commitAll(lane, permits(List.of(token, token(id, 2)), List.of()));
        assertThat(store().permits("", 10)).containsExactly(token, token(id, 2));

        assertThat(revoke(lane, token)).isEqualTo(Permit.REVOKED);

        assertThat(complete(token, Json.NULL)).isNull();
        assertThat(revoke(lane, token)).as("again").isEqualTo(Permit.REVOKED);
        assertThat(store().permits("", 10)).containsExactly(token(id, 2));
        assertThat(store().permits(token.text(), 10)).containsExactly(token(id, 2));
    }

    @Test
    @DisplayName("a stored output is found until a batch has applied it, and is stored once")
    default void aPermitIsUsed() {
        ExecutionId id = fixture().id();
        LaneStore lane = lane(id);
        AttemptToken token = permitted(lane, id);
        Json output = new Json("{\"b\": 1, \"a\": \"ü\"}");
        completing(token, output).commit();

        assertThat(complete(token, Json.NULL)).as("a second output").isNull();
        assertThat(revoke(lane, token)).isEqualTo(new Permit.Used(output));
        assertThat(revoke(lane, token)).as("again").isEqualTo(new Permit.Used(output));

        commitAll(lane, permits(List.of(), List.of(token)));
        assertThat(store().permits("", 10)).isEmpty();
        assertThat(complete(token, Json.NULL)).isNull();
    }

    @Test
    @DisplayName("a permit in an open transaction is neither revoked nor waited for, and its end decides")
    default void aPermitIsHeld() {
        ExecutionId id = fixture().id();
        LaneStore lane = lane(id);
        AttemptToken token = permitted(lane, id);

        AgentSide first = completing(token, Json.NULL);
        assertThat(revoke(lane, token)).isEqualTo(Permit.HELD);
        first.rollBack();
        AgentSide second = completing(token, Json.EMPTY_OBJECT);
        assertThat(revoke(lane, token)).isEqualTo(Permit.HELD);
        second.commit();

        assertThat(revoke(lane, token)).isEqualTo(new Permit.Used(Json.EMPTY_OBJECT));
    }

    @Test
    @DisplayName("an attempt without a permit cannot be completed")
    default void noPermit() {
        assertThat(complete(token(fixture().id(), 1), Json.NULL)).isNull();
    }

    @Test
    @DisplayName("I9: a lane that another node has taken grants and revokes nothing")
    default void anOldOwnerRevokesNothing() {
        ExecutionId id = fixture().id();
        LaneStore old = lane(id);
        AttemptToken token = permitted(old, id);
        store().join(fixture().node("b"), 1);

        assertThatThrownBy(() -> revoke(old, token)).isInstanceOf(StoreException.class);
        assertThat(commit(old, permits(List.of(token(id, 2)), List.of()))).isEqualTo(CommitOutcome.FENCED);

        assertThat(store().permits("", 10)).containsExactly(token);
        assertThat(complete(token, Json.NULL)).isNotNull().satisfies(AgentSide::rollBack);
    }
}
