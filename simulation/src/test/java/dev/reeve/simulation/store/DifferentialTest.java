package dev.reeve.simulation.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.internal.postgresql.PostgresStoreProvider;
import dev.reeve.internal.store.ModelStore;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.simulation.Extent;
import dev.reeve.spi.store.Store;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The model, SQLite and PostgreSQL give the same answers to all questions, so what holds on one holds on all.
 */
final class DifferentialTest {

    private static final int PROGRAMS = Extent.of("differential.programs", 15, 200);

    /**
     * A server answers in another process, so PostgreSQL gets every fourth program: -Ddifferential.postgres=1 for all.
     */
    private static final int POSTGRES_EVERY = Integer.getInteger("differential.postgres", 4);

    private static final long FIRST = Long.getLong("differential.seed", 1);

    @Test
    @DisplayName("random transaction programs get the same answers from model, SQLite and PostgreSQL")
    void allStoresAnswerTheSame() throws SQLException {
        int answers = 0;
        try (HikariDataSource database = EmbeddedPostgresServer.database()) {
            for (long seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
                List<String> model = new Program(seed, new ModelStore(InstantSource.system())).run();
                answers += model.size();
                compare("SQLite, seed " + seed, onSqlite(seed), model);
                if (seed % POSTGRES_EVERY == 0) {
                    compare("PostgreSQL, seed " + seed, onPostgres(seed, database), model);
                }
            }
        }
        System.out.printf(
                "differential test: %d programs, %d answers, %d programs on PostgreSQL too: all agree%n",
                PROGRAMS, answers, PROGRAMS / POSTGRES_EVERY);
    }

    private static List<String> onSqlite(long seed) {
        Timeline timeline = new Timeline(seed);
        try (SimDatabase simulated = MemoryFile.database(timeline, StoreFaults.none());
                Store store = new DrivenStore(timeline, simulated.open(Runnable::run))) {
            return new Program(seed, store).run();
        }
    }

    private static List<String> onPostgres(long seed, DataSource database) throws SQLException {
        try (Store store = new PostgresStoreProvider().open(database).orElseThrow()) {
            empty(database);
            return new Program(seed, store).run();
        }
    }

    /** The first difference says more than two long lists. */
    private static void compare(String where, List<String> found, List<String> expected) {
        List<String> story = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            assertThat(i < found.size() ? found.get(i) : "nothing")
                    .as("%s, answer %d, after%n%s", where, i, String.join("\n", story))
                    .isEqualTo(expected.get(i));
            String line = expected.get(i);
            story.add(line.substring(0, Math.min(160, line.length())));
        }
        assertThat(found).as(where).hasSameSizeAs(expected);
    }

    private static void empty(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("delete from reeve.journal; delete from reeve.execution");
        }
    }
}
