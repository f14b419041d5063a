package dev.reeve.agent.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

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
}
