package dev.reeve.internal.postgresql;

import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The paused actions, in the table service_pause, and the changes that people made, in service_change. */
final class Pauses {

    /**
     * Nothing is written if the action is paused already. If it is resumed before it is read, the next try writes. If a
     * trigger drops the row, none does.
     */
    private static final int INSERTS_MAX = 3;

    private Pauses() {}

    /** Returns the pause that is there afterwards. */
    static ServicePause insert(Loan loan, ServicePause pause) throws SQLException {
        for (int i = 0; i < INSERTS_MAX; i++) {
            int written = written(loan, pause);
            Optional<ServicePause> known = list(loan).stream()
                    .filter(other -> other.action().equals(pause.action()))
                    .findFirst();
            if (written > 0 || known.isPresent()) {
                // Another caller may have resumed the action at the same time; the last request counts.
                return known.orElse(pause);
            }
        }
        throw PostgresErrors.dropped("pauses", 1, 0);
    }

    private static int written(Loan loan, ServicePause pause) throws SQLException {
        try (Query query = loan.writing("store.pause")) {
            return update(query.set("action", pause.action())
                    .set("paused_by", pause.actor())
                    .set("reason", pause.reason())
                    .set("since", pause.since()));
        }
    }

    static void delete(Loan loan, ServiceChange change) throws SQLException {
        try (Query query = loan.writing("store.resume")) {
            update(query.set("action", change.action())
                    .set("said_by", change.actor())
                    .set("reason", change.reason())
                    .set("at", change.at()));
        }
    }

    static List<ServiceChange> changes(Loan loan, String action) throws SQLException {
        return loan.query("store.serviceChanges")
                .set("action", action)
                .set("limit", ServiceChange.LISTED_MAX)
                .list(rows -> new ServiceChange(
                        action,
                        ServiceChange.Kind.valueOf(rows.getString(1)),
                        rows.getString(2),
                        rows.getString(3),
                        ResultRows.time(rows, 4)));
    }

    private static int update(Query query) throws SQLException {
        int written = query.update();
        PostgresErrors.requireReplicated(
                "keep who may be called", query.statement().getWarnings());
        return written;
    }

    static List<ServicePause> list(Loan loan) throws SQLException {
        return loan.query("store.pauses").list(rows -> pause(rows, 1));
    }

    /**
     * The pauses of the current row and of those that follow it.
     *
     * @param column the first column of a pause; null if the row has none
     */
    static List<ServicePause> rest(ResultSet rows, int column) throws SQLException {
        List<ServicePause> found = new ArrayList<>();
        do {
            if (rows.getString(column) != null) {
                found.add(pause(rows, column));
            }
        } while (rows.next());
        return found;
    }

    private static ServicePause pause(ResultSet rows, int column) throws SQLException {
        return new ServicePause(
                rows.getString(column),
                rows.getString(column + 1),
                rows.getString(column + 2),
                ResultRows.time(rows, column + 3));
    }
}
