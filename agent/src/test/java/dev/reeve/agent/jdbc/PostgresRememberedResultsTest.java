package dev.reeve.agent.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGPooledConnection;
import org.postgresql.ds.PGSimpleDataSource;

@DisplayName("Results that a service remembers in PostgreSQL")
final class PostgresRememberedResultsTest extends RememberedResultsContract {

    private static @Nullable EmbeddedPostgres server;

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void clear() throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table booking, reeve_result");
        }
    }

    @Override
    DataSource dataSource() {
        if (server == null) {
            throw new IllegalStateException("the server was not started");
        }
        return server.getPostgresDatabase();
    }

    /** More than the uses after which the driver keeps a statement under a name. */
    private static final int USES = 12;

    @Test
    @DisplayName("R50: no statement is left in the session of a caller's transaction, however often it is used")
    void callersSession() throws Exception {
        try (Connection connection = dataSource().getConnection()) {
            connection.setAutoCommit(false);
            RememberedResults results = RememberedResults.in(dataSource());
            for (int i = 0; i < USES; i++) {
                results.once(connection, "e%d/book".formatted(i), same -> "done");
                results.once(connection, "e%d/book".formatted(i), same -> "again");
            }
            assertNothingIsKept(connection);
            connection.rollback();
        }
    }

    @Test
    @DisplayName("R50: no statement is left in a borrowed session, also not a COMMIT, and the driver's setting is back")
    void borrowedSession() throws Exception {
        PGPooledConnection pooled = new PGPooledConnection(dataSource().getConnection(), true);
        try {
            RememberedResults results = RememberedResults.in(new OneSession(pooled));
            for (int i = 0; i < USES; i++) {
                results.once("e%d/book".formatted(i), PostgresRememberedResultsTest::prepared);
                results.once("e%d/book".formatted(i), PostgresRememberedResultsTest::prepared);
                results.forget(Duration.ofDays(1), 10);
            }
            try (Connection connection = pooled.getConnection()) {
                assertNothingIsKept(connection);
                assertThat(connection.unwrap(PGConnection.class).getPrepareThreshold())
                        .isEqualTo(5);
                assertThat(connection.getAutoCommit()).isTrue();
            }
        } finally {
            pooled.close();
        }
    }

    private static int prepared(Connection connection) throws SQLException {
        try (var insert = connection.prepareStatement("insert into booking (room) values (?)")) {
            insert.setString(1, "blue");
            return insert.executeUpdate();
        }
    }

    private static void assertNothingIsKept(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("select string_agg(statement, '; ') from pg_prepared_statements")) {
            rows.next();
            assertThat(rows.getString(1)).as("what the session keeps").isNull();
        }
    }

    /** Lends the same session again and again, as a small pool does. */
    private static final class OneSession extends PGSimpleDataSource {

        private final PGPooledConnection session;

        OneSession(PGPooledConnection session) {
            this.session = session;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return session.getConnection();
        }
    }
}
