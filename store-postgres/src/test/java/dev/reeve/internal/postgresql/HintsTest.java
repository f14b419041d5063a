package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.spi.store.ClusterHints;
import dev.reeve.spi.store.ClusterHints.Hint;
import dev.reeve.spi.store.ClusterHints.Subject;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Notifications between nodes. */
final class HintsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration NOT_LONG = Duration.ofMillis(1);

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final String name = Objects.requireNonNull(database.getDatabaseName());

    /** All of them, however many deliveries they come in. */
    private static Set<Hint> await(ClusterHints hints, int count) {
        Set<Hint> found = new HashSet<>();
        for (long until = System.nanoTime() + PATIENCE.toNanos(); found.size() < count && System.nanoTime() < until; ) {
            found.addAll(hints.await(PATIENCE));
        }
        return found;
    }

    @Test
    @DisplayName("S5: notifications reach the other nodes, and not their sender")
    void notificationsArrive() {
        try (Store first = Doubts.open(database, Timeouts.DEFAULT);
                Store second = Doubts.open(database, Timeouts.DEFAULT)) {
            ClusterHints from = first.cluster().hints();
            ClusterHints to = second.cluster().hints();
            Set<Hint> sent = Set.of(
                    new Hint(Subject.INBOX, "b-1"),
                    new Hint(Subject.MEMBERSHIP),
                    new Hint(Subject.REPLY, "a name with spaces-2"));

            from.send(sent);
            from.send(List.of());

            assertThat(await(to, 3)).isEqualTo(sent);
            assertThat(from.await(NOT_LONG)).isEmpty();
            assertThat(to.await(NOT_LONG)).isEmpty();
            server.execute(name, "notify reeve, 'what is this'; notify reeve; notify other, 'INBOX b'");
            to.send(List.of(new Hint(Subject.INBOX)));
            assertThat(await(from, 1)).containsExactly(new Hint(Subject.INBOX));
        }
    }

    @Test
    @DisplayName("R51: a node whose connection the server has ended hears notifications again")
    void aBrokenConnectionIsReplaced() {
        try (Store first = Doubts.open(database, Timeouts.DEFAULT);
                Store second = Doubts.open(database, Timeouts.DEFAULT)) {
            ClusterHints from = first.cluster().hints();
            ClusterHints to = second.cluster().hints();
            server.execute("""
                    select pg_terminate_backend(pid, 10000) from pg_stat_activity
                    where datname = '%s' and application_name = 'reeve notifications'""".formatted(name));

            assertThatThrownBy(() -> to.await(PATIENCE))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE));
            assertThat(to.await(NOT_LONG)).isEmpty();

            from.send(List.of(new Hint(Subject.MEMBERSHIP)));
            assertThat(await(to, 1)).containsExactly(new Hint(Subject.MEMBERSHIP));
        }
    }

    @Test
    @DisplayName("connections that sent or received hints return to the pool unchanged")
    void theConnectionsAreGivenBack() throws SQLException {
        try (LendingDataSource pool = new LendingDataSource(database)) {
            try (Store store = Doubts.open(pool, Timeouts.DEFAULT)) {
                store.cluster().hints().send(List.of(new Hint(Subject.INBOX)));
                assertThat(pool.idle(0)).as("the one that sent").hasSize(1);
            }
            assertThat(pool.idle()).isEqualTo(2);
            List<Connection> idle = pool.idle(2);
            for (Connection connection : idle) {
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("""
                                select current_setting('search_path') || ', ' || current_setting('enable_seqscan') || ', '
                                    || current_setting('application_name') || ', '
                                    || (select count(*) from pg_listening_channels())""")) {
                    rows.next();
                    assertThat(rows.getString(1)).isEqualTo("\"$user\", public, on, PostgreSQL JDBC Driver, 0");
                }
            }
        }
    }

    @Test
    @DisplayName("closing the store ends a wait for notifications")
    void closingEndsTheWait() {
        Store store = Doubts.open(database, Timeouts.DEFAULT);
        ClusterHints hints = store.cluster().hints();
        CompletableFuture<Set<Hint>> waiting =
                CompletableFuture.supplyAsync(() -> hints.await(PATIENCE), Doubts::onThread);

        store.close();

        assertThatThrownBy(waiting::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreException.class);
        assertThatThrownBy(() -> hints.await(NOT_LONG)).isInstanceOf(StoreException.class);
    }

    @Test
    @DisplayName("R49: behind a pooler there are no notifications, and the store says so")
    void aPoolerHasNone() throws IOException, InterruptedException {
        try (SwappingPooler pooler = new SwappingPooler(server.port(), 4)) {
            PGSimpleDataSource pooled = server.dataSource(name);
            pooled.setPortNumbers(new int[] {pooler.port()});
            try (Store store = Doubts.open(pooled, Timeouts.DEFAULT)) {
                assertThatThrownBy(() -> store.cluster().hints())
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.DATA))
                        .hasMessageContaining("behind a pooler");
            }
        }
    }
}
