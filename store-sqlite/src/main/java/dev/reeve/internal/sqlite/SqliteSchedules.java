package dev.reeve.internal.sqlite;

import dev.reeve.Json;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleStatus;
import dev.reeve.spi.store.ScheduleEdit;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The schedules in the file. Thread-safe. */
final class SqliteSchedules implements ScheduleStore {

    private final Writer writer;
    private final Readers readers;

    SqliteSchedules(Writer writer, Readers readers) {
        this.writer = writer;
        this.readers = readers;
    }

    /** Empty for a file that was last opened by a release without schedules. */
    static List<ScheduleRow> list(Readers readers, String namespace) {
        return readers.read("Listing schedules", session -> {
            if (session.version() < SqliteMigrations.SCHEDULES) {
                return List.of();
            }
            PreparedStatement query = session.prepared(Blocks.SCHEDULES);
            query.setString(1, namespace);
            return ColumnValues.list(query, SqliteSchedules::row);
        });
    }

    /** Empty for a file that was last opened by a release without this table. */
    static List<ScheduleChange> changes(Readers readers, String namespace, String name) {
        return readers.read("Listing changes of a schedule", session -> {
            if (session.version() < SqliteMigrations.SCHEDULE_CHANGES) {
                return List.of();
            }
            PreparedStatement query = session.prepared(Blocks.SCHEDULE_CHANGES);
            query.setString(1, namespace);
            query.setString(2, name);
            query.setInt(3, ScheduleChange.LISTED_MAX);
            return ColumnValues.list(
                    query,
                    columns -> new ScheduleChange(
                            namespace,
                            name,
                            ScheduleChange.Kind.valueOf(columns.getString(1)),
                            columns.getString(2),
                            columns.getString(3),
                            ColumnValues.instant(columns.getLong(4))));
        });
    }

    private static ScheduleRow row(ResultSet columns) throws SQLException {
        Instant pausedSince = instant(columns, 10);
        return new ScheduleRow(
                columns.getString(1),
                columns.getString(2),
                new Json(columns.getString(3)),
                ColumnValues.instant(columns.getLong(4)),
                instant(columns, 5),
                instant(columns, 6),
                columns.getString(7),
                pausedSince == null
                        ? null
                        : new ScheduleStatus.Pause(columns.getString(8), columns.getString(9), pausedSince),
                columns.getLong(11));
    }

    private static @Nullable Instant instant(ResultSet columns, int column) throws SQLException {
        long micros = columns.getLong(column);
        return columns.wasNull() ? null : ColumnValues.instant(micros);
    }

    @Override
    public List<ScheduleRow> list(String namespace) {
        return list(readers, namespace);
    }

    @Override
    public Optional<ScheduleRow> find(String namespace, String name) {
        return readers.read("Finding a schedule", session -> {
            PreparedStatement query = session.prepared(Blocks.SCHEDULE_FIND);
            query.setString(1, namespace);
            query.setString(2, name);
            try (ResultSet columns = query.executeQuery()) {
                return columns.next() ? Optional.of(row(columns)) : Optional.empty();
            }
        });
    }

    @Override
    public boolean insert(ScheduleRow row) {
        return write("Keeping a schedule", Blocks.SCHEDULE_INSERT, row);
    }

    @Override
    public boolean update(ScheduleRow row) {
        return write("Changing a schedule", Blocks.SCHEDULE_UPDATE, row);
    }

    @Override
    public boolean update(ScheduleRow row, ScheduleChange change) {
        return writer.transaction(
                "Changing a schedule", session -> write(session, Blocks.SCHEDULE_UPDATE, row) && keep(session, change));
    }

    @Override
    public boolean delete(ScheduleChange change) {
        return writer.transaction("Deleting a schedule", session -> delete(session, change));
    }

    private static boolean delete(Session session, ScheduleChange change) throws SQLException {
        PreparedStatement statement = session.prepared(Blocks.SCHEDULE_DELETE);
        statement.setString(1, change.namespace());
        statement.setString(2, change.name());
        return statement.executeUpdate() == 1 && keep(session, change);
    }

    /** Makes a change in a transaction; false if the schedule was changed meanwhile. */
    static boolean apply(Session session, ScheduleEdit edit) throws SQLException {
        return switch (edit) {
            case ScheduleEdit.Put put ->
                write(session, put.row().revision() == 1 ? Blocks.SCHEDULE_INSERT : Blocks.SCHEDULE_UPDATE, put.row());
            case ScheduleEdit.Delete delete -> delete(session, delete.change());
        };
    }

    private boolean write(String what, SqliteSql sql, ScheduleRow row) {
        return writer.transaction(what, session -> write(session, sql, row));
    }

    private static boolean write(Session session, SqliteSql sql, ScheduleRow row) throws SQLException {
        PreparedStatement statement = session.prepared(sql);
        ScheduleStatus.Pause pause = row.pause();
        statement.setString(1, row.namespace());
        statement.setString(2, row.name());
        statement.setString(3, row.content().text());
        statement.setLong(4, ColumnValues.micros(row.decidedUntil()));
        ColumnValues.set(statement, 5, row.nextAt());
        ColumnValues.set(statement, 6, row.lastStarted());
        statement.setString(7, row.error());
        statement.setString(8, pause == null ? null : pause.actor());
        statement.setString(9, pause == null ? null : pause.reason());
        ColumnValues.set(statement, 10, pause == null ? null : pause.since());
        statement.setLong(11, row.revision());
        return statement.executeUpdate() == 1;
    }

    private static boolean keep(Session session, ScheduleChange change) throws SQLException {
        PreparedStatement statement = session.prepared(Blocks.SCHEDULE_CHANGED);
        statement.setString(1, change.namespace());
        statement.setString(2, change.name());
        statement.setString(3, change.kind().name());
        statement.setString(4, change.actor());
        statement.setString(5, change.reason());
        ColumnValues.set(statement, 6, change.at());
        return statement.executeUpdate() == 1;
    }
}
