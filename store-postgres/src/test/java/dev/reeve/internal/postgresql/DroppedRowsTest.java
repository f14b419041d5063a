package dev.reeve.internal.postgresql;

import static dev.reeve.internal.postgresql.Doubts.assertInDoubt;
import static dev.reeve.internal.postgresql.Doubts.commit;
import static dev.reeve.internal.postgresql.Doubts.commitAll;
import static dev.reeve.internal.postgresql.Doubts.reacquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionId;
import dev.reeve.ServicePause;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Mail;
import dev.reeve.spi.store.MailKey;
import dev.reeve.spi.store.MailRow;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Foreign triggers that drop rows are reported, and nothing is acknowledged. */
final class DroppedRowsTest {

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final String name = Objects.requireNonNull(database.getDatabaseName());
    private final Fixture fixture = new Fixture(7);
    private final Store store = Doubts.open(database, Doubts.QUICK);
    private final LaneStore lane = store.join(fixture.node("a"), 1).getFirst();

    @AfterEach
    void close() {
        store.close();
    }

    private void dropFrom(String table) {
        server.execute(name, """
                create function public.drop() returns trigger language plpgsql as $$ begin return null; end $$;
                create trigger dropping before insert on reeve.%s for each row execute function public.drop();
                """.formatted(table));
    }

    private static OutboxRow message(ExecutionId id) {
        return new OutboxRow(id, 1, Fixture.START, "https://shop", "https://shop/hook", null, "test", "{}");
    }

    @ParameterizedTest
    @CsvSource({"journal, journal rows", "execution, started executions", "outbox, messages"})
    @DisplayName("a batch whose rows the database dropped fails, and leaves nothing behind")
    void aBatchOfWhichRowsAreMissingFails(String table, String what) {
        dropFrom(table);
        ExecutionId id = fixture.id();
        Batch start = Fixture.startAll(List.of(id));
        Batch batch = new Batch(start.journal(), start.started(), start.changed(), List.of(message(id)));

        assertInDoubt(commit(lane, batch), Kind.DATA, "of 1 " + what, "wrote 0", "a trigger");

        server.execute(name, "drop trigger dropping on reeve." + table);
        reacquire(lane);
        assertThat(store.find(id)).isEmpty();
        commitAll(lane, batch);
    }

    @ParameterizedTest
    @CsvSource({"journal, journal rows", "outbox, messages"})
    @DisplayName("S3: a start in its caller's transaction is not taken for an existing one")
    void aStartOfWhichRowsAreMissingFails(String table, String what) throws SQLException {
        dropFrom(table);
        ExecutionId id = fixture.id();
        store.deploy(Fixture.definition(id));
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);

            assertThatThrownBy(() ->
                            store.enlist(connection, Fixture.row(id), Fixture.journal(id, 1), List.of(message(id))))
                    .hasMessageContaining("of 1 " + what + " the database wrote 0");
            connection.rollback();
        }
    }

    @Test
    @DisplayName("a pause that the database drops is not acknowledged, and one that is there already is returned")
    void aPauseThatIsMissing() {
        ServicePause there = new ServicePause("card.charge", "alice", "maintenance", Fixture.START);
        store.pause(there);
        dropFrom("service_pause");

        assertThat(store.pause(new ServicePause("card.charge", "bob", "again", Fixture.START)))
                .isEqualTo(there);
        assertThatThrownBy(() -> store.pause(new ServicePause("stock.take", "bob", "again", Fixture.START)))
                .hasMessageContaining("of 1 pauses the database wrote 0");
    }

    @Test
    @DisplayName("letters between engines that the database drops are reported, and one that is there is none of them")
    void lettersOfWhichRowsAreMissing() {
        String sender = Doubts.shared(store, fixture.node("b"));
        String receiver = Doubts.shared(store, fixture.node("c"));
        Mail mail = store.cluster().mail();
        MailRow there = new MailRow(receiver, new MailKey(sender, 1), "{}");
        mail.send(List.of(there));
        dropFrom("mail");

        mail.send(List.of(there, new MailRow("gone", new MailKey(sender, 2), "{}")));
        assertThatThrownBy(() -> mail.send(List.of(there, new MailRow(receiver, new MailKey(sender, 3), "{}"))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("a trigger")
                .satisfies(e -> assertThat(((StoreException) e).kind()).isEqualTo(Kind.DATA));
    }

    @Test
    @DisplayName("a letter whose first try ends while it is sent again is not taken for one that the database dropped")
    void aFirstTryThatEndsLate() throws Exception {
        String sender = Doubts.shared(store, fixture.node("b"));
        String receiver = Doubts.shared(store, fixture.node("c"));
        MailRow letter = new MailRow(receiver, new MailKey(sender, 1), "{}");
        try (Connection first = database.getConnection()) {
            first.setAutoCommit(false);
            try (var insert = first.prepareStatement(
                    "insert into reeve.mail (receiver, sender, number, content) values (?, ?, 1, '{}')")) {
                insert.setString(1, receiver);
                insert.setString(2, sender);
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            CompletableFuture<Void> again =
                    CompletableFuture.runAsync(() -> store.cluster().mail().send(List.of(letter)), Doubts::onThread);
            Doubts.awaitWaiting(server, name, "transactionid");
            first.commit();

            assertThat(again).succeedsWithin(Duration.ofSeconds(30));
        }
    }

    @Test
    @DisplayName("A start in its caller's transaction leaves no statement in the session, with any driver")
    void aStartLeavesNoStatementBehind() throws SQLException {
        database.setPrepareThreshold(1);
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            ExecutionId id = fixture.id();
            store.deploy(Fixture.definition(id));
            for (int i = 0; i < 3; i++) {
                ExecutionId next = i == 0 ? id : fixture.id();
                store.enlist(connection, Fixture.row(next), Fixture.journal(next, 1), List.of(message(next)));
            }
            assertThat(store.enlist(connection, Fixture.row(id), Fixture.journal(id, 1), List.of()))
                    .isPresent();

            try (var statement = connection.createStatement();
                    var rows = statement.executeQuery(
                            "select count(*) from pg_prepared_statements where statement like '%reeve.%' and statement not like '%pg_prepared%'")) {
                rows.next();
                assertThat(rows.getInt(1)).isZero();
            }
            connection.rollback();
        }
    }
}
