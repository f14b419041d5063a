package dev.reeve.internal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Each error of SQLite is of one kind, and its message says what to do. */
final class SqliteErrorsTest {

    @Test
    @DisplayName("errors are classified in one place")
    void errorsAreToldApart() {
        Map<SQLiteErrorCode, Kind> expected = Map.ofEntries(
                Map.entry(SQLiteErrorCode.SQLITE_FULL, Kind.UNAVAILABLE),
                Map.entry(SQLiteErrorCode.SQLITE_BUSY, Kind.UNAVAILABLE),
                Map.entry(SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT, Kind.UNAVAILABLE),
                Map.entry(SQLiteErrorCode.SQLITE_READONLY, Kind.UNAVAILABLE),
                Map.entry(SQLiteErrorCode.SQLITE_READONLY_DBMOVED, Kind.UNUSABLE),
                Map.entry(SQLiteErrorCode.SQLITE_IOERR_WRITE, Kind.UNAVAILABLE),
                Map.entry(SQLiteErrorCode.SQLITE_IOERR_FSYNC, Kind.UNUSABLE),
                Map.entry(SQLiteErrorCode.SQLITE_CANTOPEN_FULLPATH, Kind.UNAVAILABLE),
                Map.entry(SQLiteErrorCode.SQLITE_CORRUPT_INDEX, Kind.UNUSABLE),
                Map.entry(SQLiteErrorCode.SQLITE_NOTADB, Kind.UNUSABLE),
                Map.entry(SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE, Kind.DATA),
                Map.entry(SQLiteErrorCode.SQLITE_CONSTRAINT_CHECK, Kind.DATA),
                Map.entry(SQLiteErrorCode.SQLITE_CONSTRAINT_DATATYPE, Kind.DATA),
                Map.entry(SQLiteErrorCode.SQLITE_TOOBIG, Kind.DATA),
                Map.entry(SQLiteErrorCode.SQLITE_MISMATCH, Kind.DATA),
                Map.entry(SQLiteErrorCode.SQLITE_ERROR, Kind.UNUSABLE),
                Map.entry(SQLiteErrorCode.SQLITE_INTERRUPT, Kind.UNAVAILABLE));

        expected.forEach((code, kind) -> {
            StoreException e = SqliteErrors.of("Committing", "orders.db", new SQLiteException("it said so", code));
            assertThat(e.kind()).as(code.name()).isEqualTo(kind);
            assertThat(e).hasMessageContainingAll("Committing", "orders.db", "it said so");
        });
        assertThat(SqliteErrors.of("Committing", "orders.db", new SQLException("closed"))
                        .kind())
                .isEqualTo(Kind.UNAVAILABLE);
    }

    @Test
    @DisplayName("I2, I4: an execution or a journal row that is there already was written by another")
    void whatIsThereAlreadyIsStale() {
        for (String columns : new String[] {"execution.id", "journal.execution, journal.seq"}) {
            SQLiteException trouble = new SQLiteException(
                    "[SQLITE_CONSTRAINT_UNIQUE] A UNIQUE constraint failed (UNIQUE constraint failed: " + columns + ")",
                    SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE);
            assertThat(SqliteErrors.of("Committing", "orders.db", trouble).kind())
                    .as(columns)
                    .isEqualTo(Kind.STALE);
        }
    }
}
