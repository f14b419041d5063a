package dev.reeve.internal.postgresql;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoredWorkflow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts result rows to the records of the port, in the column order of the statements in {@code sql/}. */
final class ResultRows {

    private ResultRows() {}

    static ExecutionRow execution(ResultSet rows) throws SQLException {
        return new ExecutionRow(
                id(rows, 1),
                rows.getString(2),
                rows.getString(3),
                rows.getString(4),
                rows.getInt(5),
                Statuses.of(rows.getInt(6)),
                rows.getInt(7),
                LabelColumn.read(rows.getString(8)),
                rows.getLong(9),
                time(rows, 10),
                timeOrNull(rows, 11),
                timeOrNull(rows, 12),
                rows.getString(13));
    }

    static JournalRow journal(ResultSet rows) throws SQLException {
        return new JournalRow(id(rows, 1), rows.getInt(2), time(rows, 3), rows.getString(4));
    }

    static StoredWorkflow workflow(ResultSet rows) throws SQLException {
        return new StoredWorkflow(rows.getString(1), rows.getString(2), rows.getInt(3), new Json(rows.getString(4)));
    }

    static ExecutionId id(ResultSet rows, int column) throws SQLException {
        return new ExecutionId(rows.getObject(column, UUID.class));
    }

    static Instant time(ResultSet rows, int column) throws SQLException {
        return rows.getObject(column, OffsetDateTime.class).toInstant();
    }

    static @Nullable Instant timeOrNull(ResultSet rows, int column) throws SQLException {
        OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
