package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException.Kind;
import dev.reeve.spi.store.StoredExecution;
import dev.reeve.spi.store.Succession;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** S3: what lanes see of starts in transactions of callers. */
final class CallerTransactionTest {

    private static final Set<String> LOADING = Set.of(
            PostgresSql.of("lane.find").text(), PostgresSql.of("lane.journals").text());

    private final PGSimpleDataSource database = TestServer.shared().database();
    private final Fixture fixture = new Fixture(3);
    private final ExecutionId id = fixture.id();

    private Connection begin(Store store) throws SQLException {
        store.deploy(Fixture.definition(id));
        Connection connection = database.getConnection();
        connection.setAutoCommit(false);
        assertThat(store.enlist(connection, Fixture.row(id), Fixture.journal(id, 1), List.of()))
                .isEmpty();
        return connection;
    }

    @Test
    @DisplayName("an execution that is committed while a lane loads is absent, or there with its journal")
    void isNeverSeenWithoutItsJournal() throws SQLException {
        Interruption interruption = new Interruption();
        try (Store store = Doubts.open(interruption.in(database), Timeouts.DEFAULT)) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            // one that is there, so that there are journals to read
            ExecutionId other = fixture.id();
            Doubts.commitAll(lane, Fixture.startAll(List.of(other)));
            try (Connection connection = begin(store)) {
                interruption.between(connection);

                List<StoredExecution> loaded =
                        lane.load(List.of(other, id)).toCompletableFuture().join();

                assertThat(interruption.happened()).isTrue();
                assertThat(loaded)
                        .allSatisfy(execution -> assertThat(execution.journal()).hasSize(1));
                assertThat(lane.load(List.of(id)).toCompletableFuture().join())
                        .singleElement()
                        .satisfies(execution -> assertThat(execution.journal()).hasSize(1));
            }
        }
    }

    @Test
    @DisplayName("a lane that starts the same key waits for the transaction, then reads again")
    void aLaneThatStartsTheSameLooksAgain() throws SQLException {
        try (Store store = Doubts.open(database, Timeouts.DEFAULT)) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            Batch batch = Fixture.startAll(List.of(id));
            CompletableFuture<CommitOutcome> outcome;
            try (Connection connection = begin(store)) {
                outcome = Doubts.commitLater(lane, batch);
                Awaitility.await()
                        .until(() -> TestServer.shared()
                                        .query(
                                                String.valueOf(database.getDatabaseName()),
                                                "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
                                                        + " and datname = current_database()")
                                        .size()
                                == 1);
                connection.commit();
            }

            assertThat(outcome.join())
                    .isInstanceOfSatisfying(
                            CommitOutcome.InDoubt.class,
                            doubt -> assertThat(doubt.cause().kind()).isEqualTo(Kind.STALE));
            assertThat(Doubts.reacquire(lane)).isNotNull();
            assertThat(lane.find(List.of(id)).toCompletableFuture().join()).hasSize(1);
        }
    }

    @Test
    @DisplayName("A lane waits briefly for a locked key, regardless of its other lock timeouts")
    void aKeyThatIsHeld() throws SQLException {
        Timeouts usual = Timeouts.DEFAULT;
        Timeouts patient = new Timeouts(
                usual.statement(),
                usual.statement().multipliedBy(2),
                usual.idleInTransaction(),
                usual.borrowing(),
                usual.network());
        try (Store store = Doubts.open(database, patient)) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            ExecutionRow row = Fixture.keyed(Fixture.row(id), "key");
            try (Connection connection = begin(store)) {
                assertThat(Doubts.commit(lane, Fixture.start(List.of(row))))
                        .isInstanceOfSatisfying(
                                CommitOutcome.InDoubt.class,
                                doubt -> assertThat(doubt.cause().kind()).isEqualTo(Kind.LOCKED));
                connection.rollback();
            }
            assertThat(Doubts.reacquire(lane)).isNotNull();
            Doubts.commitAll(lane, Fixture.start(List.of(row)));
        }
    }

    private boolean enlist(Store store, Connection connection, ExecutionId one) {
        return store.enlist(
                        connection, Fixture.keyed(Fixture.row(one), "key-" + one), Fixture.journal(one, 1), List.of())
                .isEmpty();
    }

    private static Set<ExecutionId> held(LaneStore lane, ExecutionId... ids) {
        return lane.held(List.of(ids)).toCompletableFuture().join();
    }

    @Test
    @DisplayName("A lane sees which keys open transactions hold, without waiting for them")
    void heldKeysAreSeen() throws SQLException {
        ExecutionId other = fixture.id();
        ExecutionId undone = fixture.id();
        try (Store store = Doubts.open(database, Timeouts.DEFAULT)) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            store.deploy(Fixture.definition(id));
            try (Connection connection = database.getConnection()) {
                connection.setAutoCommit(false);
                assertThat(held(lane, id, other, undone)).isEmpty();

                assertThat(enlist(store, connection, id)).isTrue();
                Savepoint before = connection.setSavepoint();
                assertThat(enlist(store, connection, undone)).isTrue();
                assertThat(held(lane, id, other, undone)).containsExactlyInAnyOrder(id, undone);
                assertThat(held(lane, other)).isEmpty();

                connection.rollback(before);
                assertThat(held(lane, id, other, undone)).containsExactly(id);

                connection.commit();
                assertThat(held(lane, id, other, undone)).isEmpty();

                assertThat(enlist(store, connection, other)).isTrue();
                assertThat(enlist(store, connection, id))
                        .as("it is there already")
                        .isFalse();
                assertThat(held(lane, id, other)).containsExactly(other);
                connection.rollback();
                assertThat(held(lane, id, other)).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("All executions of a key have one lock, and each store in a database has its own locks")
    void theLockOfAKey() {
        long number = HeldKeys.number(Schema.DEFAULT, id);

        assertThat(HeldKeys.number(Schema.DEFAULT, Succession.after(id))).isEqualTo(number);
        assertThat(HeldKeys.number(Schema.DEFAULT, fixture.id())).isNotEqualTo(number);
        assertThat(HeldKeys.number(Schema.of("other"), id)).isNotEqualTo(number);
    }

    @Test
    @Tag("proof")
    @DisplayName("A transaction with more starts than it may announce stores them all the same")
    void notEveryKeyIsAnnounced() throws SQLException {
        try (Store store = Doubts.open(database, Timeouts.DEFAULT);
                Connection connection = database.getConnection();
                Statement asking = connection.createStatement()) {
            store.join(fixture.node("a"), 1);
            store.deploy(Fixture.definition(id));
            connection.setAutoCommit(false);
            int max = number(
                    asking,
                    "select current_setting('max_locks_per_transaction')::int * current_setting('max_connections')::int / 8");
            for (int i = 0; i < max + 3; i++) {
                assertThat(enlist(store, connection, fixture.id())).isTrue();
            }

            assertThat(number(asking, "select count(*) from pg_locks where locktype = 'advisory'"))
                    .isBetween(max / 2, max);
            connection.commit();
            assertThat(number(asking, "select count(*) from reeve.execution")).isEqualTo(max + 3);
        }
    }

    private static int number(Statement asking, String sql) throws SQLException {
        try (ResultSet rows = asking.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Commits a transaction between the two questions with which a lane loads executions. */
    private static final class Interruption {

        private final AtomicReference<@Nullable Connection> committing = new AtomicReference<>();
        private boolean first;

        void between(Connection connection) {
            first = true;
            committing.set(connection);
        }

        boolean happened() {
            return committing.get() == null;
        }

        private void before(String sql) throws SQLException {
            if (!LOADING.contains(sql)) {
                return;
            }
            if (first) {
                first = false;
                return;
            }
            Connection connection = committing.getAndSet(null);
            if (connection != null) {
                connection.commit();
            }
        }

        PGSimpleDataSource in(PGSimpleDataSource source) {
            PGSimpleDataSource interrupted = new PGSimpleDataSource() {
                @Override
                public Connection getConnection() throws SQLException {
                    Connection connection = source.getConnection();
                    return (Connection) Proxy.newProxyInstance(
                            Interruption.class.getClassLoader(),
                            new Class<?>[] {Connection.class},
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("prepareStatement")) {
                                    before((String) arguments[0]);
                                }
                                try {
                                    return method.invoke(connection, arguments);
                                } catch (InvocationTargetException e) {
                                    throw e.getCause();
                                }
                            });
                }
            };
            return interrupted;
        }
    }
}
