package dev.reeve.agent.jdbc;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

@DisplayName("Results that a service remembers in SQLite")
final class SqliteRememberedResultsTest extends RememberedResultsContract {

    private final SQLiteDataSource database;

    SqliteRememberedResultsTest(@TempDir Path directory) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setBusyTimeout(200);
        database = new SQLiteDataSource(config);
        database.setUrl("jdbc:sqlite:" + directory.resolve("service.db"));
    }

    @Override
    DataSource dataSource() {
        return database;
    }
}
