package dev.reeve.internal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Foreign triggers that drop rows are reported, and nothing is acknowledged. */
final class DroppedRowsTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"journal, journal rows", "execution, executions", "outbox, messages"})
    @DisplayName("a batch whose rows the file dropped fails, and leaves nothing behind")
    void aBatchOfWhichRowsAreMissingFails(String table, String what) throws SQLException {
        Path file = directory.resolve("test.db");
        Fixture fixture = new Fixture(7);
        new SqliteStoreProvider().open(file).orElseThrow().close();
        try (Session session = new Connections(file).bare()) {
            session.execute(
                    "create trigger dropping before insert on %s begin select raise(ignore); end".formatted(table));
        }
        ExecutionId id = fixture.id();
        try (Store store = new SqliteStoreProvider().open(file).orElseThrow()) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            Batch start = Fixture.startAll(List.of(id));
            OutboxRow message =
                    new OutboxRow(id, 1, Fixture.START, "https://shop", "https://shop/hook", null, "test", "{}");

            CommitOutcome outcome = lane.commit(
                            new Batch(start.journal(), start.started(), start.changed(), List.of(message)))
                    .toCompletableFuture()
                    .join();

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            CommitOutcome.InDoubt.class,
                            doubt -> assertThat(doubt.cause())
                                    .isInstanceOfSatisfying(
                                            StoreException.class,
                                            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.DATA))
                                    .hasMessageContaining("Of 1 " + what + " the file took 0")
                                    .hasMessageContaining("trigger"));
            assertThat(store.find(id)).isEmpty();
            assertThat(store.history(id)).isEmpty();
        }
    }

    @Test
    @DisplayName("one row that the file dropped among many fails the batch, too")
    void oneOfManyIsMissed() throws SQLException {
        Path file = directory.resolve("test.db");
        Fixture fixture = new Fixture(7);
        new SqliteStoreProvider().open(file).orElseThrow().close();
        try (Session session = new Connections(file).bare()) {
            session.execute(
                    "create trigger dropping before insert on journal when new.execution = 70 begin select raise(ignore); end");
        }
        List<ExecutionId> ids = fixture.ids(200);
        try (Store store = new SqliteStoreProvider().open(file).orElseThrow()) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();

            CommitOutcome outcome =
                    lane.commit(Fixture.startAll(ids)).toCompletableFuture().join();

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            CommitOutcome.InDoubt.class,
                            doubt -> assertThat(doubt.cause())
                                    .hasMessageContaining("Of 200 journal rows the file took 199"));
            assertThat(store.find(ids.getFirst())).isEmpty();
        }
    }
}
