package dev.reeve.internal.postgresql;

import dev.reeve.Json;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleStatus;
import dev.reeve.internal.values.Times;
import dev.reeve.spi.store.ScheduleEdit;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import dev.reeve.spi.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The schedules, in the table schedule; on a borrowed connection for each call. Thread-safe. */
final class PostgresSchedules implements ScheduleStore {

    private final Loans loans;

    PostgresSchedules(Loans loans) {
        this.loans = loans;
    }

    static List<ScheduleRow> list(Loan loan, String namespace) throws SQLException {
        return loan.query("schedule.list").set("namespace", namespace).list(PostgresSchedules::row);
    }

    static List<ScheduleChange> changes(Loan loan, String namespace, String name) throws SQLException {
        return loan.query("schedule.changes")
                .set("namespace", namespace)
                .set("name", name)
                .set("limit", ScheduleChange.LISTED_MAX)
                .list(rows -> new ScheduleChange(
                        namespace,
                        name,
                        ScheduleChange.Kind.valueOf(rows.getString(1)),
                        rows.getString(2),
                        rows.getString(3),
                        ResultRows.time(rows, 4)));
    }

    private static ScheduleRow row(ResultSet rows) throws SQLException {
        Instant pausedSince = ResultRows.timeOrNull(rows, 10);
        return new ScheduleRow(
                rows.getString(1),
                rows.getString(2),
                new Json(rows.getString(3)),
                ResultRows.time(rows, 4),
                ResultRows.timeOrNull(rows, 5),
                ResultRows.timeOrNull(rows, 6),
                rows.getString(7),
                pausedSince == null
                        ? null
                        : new ScheduleStatus.Pause(rows.getString(8), rows.getString(9), pausedSince),
                rows.getLong(11));
    }

    @Override
    public List<ScheduleRow> list(String namespace) {
        return loans.ask("list schedules", loan -> list(loan, namespace));
    }

    @Override
    public Optional<ScheduleRow> find(String namespace, String name) {
        return loans.ask("find the schedule " + name, loan -> {
            try (Query query = loan.query("schedule.find")
                            .set("namespace", namespace)
                            .set("name", name);
                    ResultSet rows = query.rows()) {
                return rows.next() ? Optional.of(row(rows)) : Optional.empty();
            }
        });
    }

    /** Makes a change in a transaction; false if the schedule was changed meanwhile. */
    static boolean apply(Loan loan, ScheduleEdit edit) throws SQLException {
        return switch (edit) {
            case ScheduleEdit.Put put ->
                write(loan, put.row().revision() == 1 ? "schedule.insert" : "schedule.update", put.row());
            case ScheduleEdit.Delete delete -> delete(loan, delete.change());
        };
    }

    @Override
    public boolean insert(ScheduleRow row) {
        return write("schedule.insert", row);
    }

    @Override
    public boolean update(ScheduleRow row) {
        return write("schedule.update", row);
    }

    private boolean write(String block, ScheduleRow row) {
        return loans.ask("keep the schedule " + row.name(), loan -> write(loan, block, row));
    }

    private static boolean write(Loan loan, String block, ScheduleRow row) throws SQLException {
        try (Query query = loan.writing(block)) {
            return durably(set(query, row));
        }
    }

    @Override
    public boolean update(ScheduleRow row, ScheduleChange change) {
        return loans.ask("change the schedule " + row.name(), loan -> {
            try (Query query = loan.writing("schedule.change")) {
                return durably(set(set(query, row), change));
            }
        });
    }

    @Override
    public boolean delete(ScheduleChange change) {
        return loans.ask("delete the schedule " + change.name(), loan -> delete(loan, change));
    }

    private static boolean delete(Loan loan, ScheduleChange change) throws SQLException {
        try (Query query = loan.writing("schedule.delete")) {
            return durably(set(query.set("namespace", change.namespace()).set("name", change.name()), change));
        }
    }

    private static Query set(Query query, ScheduleRow row) throws SQLException {
        ScheduleStatus.Pause pause = row.pause();
        return query.set("namespace", row.namespace())
                .set("name", row.name())
                .set("content", row.content().text())
                .set("decided_until", time(row.decidedUntil()))
                .set("next_at", time(row.nextAt()))
                .set("last_started", time(row.lastStarted()))
                .set("error", row.error())
                .set("paused_by", pause == null ? null : pause.actor())
                .set("pause_reason", pause == null ? null : pause.reason())
                .set("paused_since", time(pause == null ? null : pause.since()))
                .set("revision", row.revision());
    }

    private static Query set(Query query, ScheduleChange change) throws SQLException {
        return query.set("kind", change.kind().name())
                .set("said_by", change.actor())
                .set("reason", change.reason())
                .set("at", time(change.at()));
    }

    private static boolean durably(Query query) throws SQLException {
        boolean written = query.update() == 1;
        StoreException lost = PostgresErrors.notReplicated(
                "keep a schedule", query.statement().getWarnings());
        if (lost != null) {
            throw lost;
        }
        return written;
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant time) {
        return time == null ? null : OffsetDateTime.ofInstant(Times.normal(time), ZoneOffset.UTC);
    }
}
