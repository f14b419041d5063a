package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.spi.store.AllowanceContract;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ClusterContract;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.InboxContract;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.MailContract;
import dev.reeve.spi.store.PermitContract;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreContract;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract, on the PostgreSQL that the build brings along. */
final class PostgresStoreContractTest extends StoreContract
        implements ClusterContract, AllowanceContract, InboxContract, PermitContract, MailContract {

    @AutoClose
    private final Pools pools = new Pools();

    private @Nullable DataSource database;

    @Override
    protected Store open() {
        if (database == null) {
            database = pools.open(TestServer.shared().database());
        }
        return new PostgresStoreProvider().open(database).orElseThrow();
    }

    @Override
    public @Nullable AgentSide complete(AttemptToken token, Json output) {
        return AgentTransaction.begin(Objects.requireNonNull(database), token, output);
    }

    /**
     * Looking for the row before each row that is written costs a fifth of all that the server does, and what is in a
     * lane's memory cannot run away from what is in the store, because the batch number in the fence would not match.
     * So a gap is found when the journal is read, which is the moment at which it would do harm.
     */
    @Override
    @Test
    @DisplayName("I4: a gap in a journal is refused when it is read; a number below 1 is refused at once")
    public void aGapInAJournalIsRefused() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);
        assertThat(commit(lane, Fixture.startAll(ids))).isEqualTo(CommitOutcome.COMMITTED);
        assertThat(commit(lane, Fixture.append(3, ids.subList(0, 1)))).isEqualTo(CommitOutcome.COMMITTED);

        assertThat(lane.load(ids.subList(0, 1)).toCompletableFuture())
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(StoreException.class)
                .withMessageContaining("expected row 2, found row 3");
        assertThat(lane.load(ids.subList(1, 2)).toCompletableFuture().join()).hasSize(1);
        assertThat(commit(lane, Fixture.append(0, ids.subList(1, 2))))
                .isInstanceOfSatisfying(
                        CommitOutcome.InDoubt.class,
                        doubt -> assertThat(doubt.cause().kind()).isEqualTo(StoreException.Kind.DATA));
    }

    @Test
    @DisplayName("Without free memory nothing is loaded, and the rest is reported")
    void noRoomLeft() {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<ExecutionId> ids = fixture().ids(2);
        assertThat(commit(lane, Fixture.startAll(ids))).isEqualTo(CommitOutcome.COMMITTED);

        Loaded loaded = lane.load(ids, 0).toCompletableFuture().join();

        assertThat(loaded.executions()).isEmpty();
        assertThat(loaded.left()).containsExactlyInAnyOrderElementsOf(ids);
    }

    private static CommitOutcome commit(LaneStore lane, Batch batch) {
        return lane.commit(batch).toCompletableFuture().join();
    }
}
