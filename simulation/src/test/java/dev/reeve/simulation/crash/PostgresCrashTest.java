package dev.reeve.simulation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.engine.store.Store;
import dev.reeve.simulation.store.EmbeddedPostgresServer;
import dev.reeve.store.postgres.PostgresStoreProvider;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class PostgresCrashTest {

    /** In mvn verify every third crash point, another third for each scenario: -Dcrash.points=1 for all. */
    private static final int EVERY = Integer.getInteger("crash.points", 3);

    private static final class Postgres implements Database {
        private final HikariDataSource pool = EmbeddedPostgresServer.database();

        @Override
        public Store open() {
            return new PostgresStoreProvider().open(pool).orElseThrow();
        }

        @Override
        public void empty() {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("delete from reeve.journal; delete from reeve.execution; delete from reeve.workflow");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            pool.close();
        }
    }

    @Test
    @DisplayName("F1: the engine dies before and after a call to PostgreSQL, and the next one ends everything well")
    void crashAtCalls() {
        try (Database database = new Postgres()) {
            database.open().close();
            CrashContract contract = new CrashContract(database, k -> Math.floorMod(k, EVERY) == 0);
            assertThat(contract.run()).isGreaterThan(50);
            System.out.printf("crash-at-k on PostgreSQL: %s%n", contract.story());
        }
    }
}
