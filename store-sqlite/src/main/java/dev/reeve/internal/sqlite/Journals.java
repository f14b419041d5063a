package dev.reeve.internal.sqlite;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the journals of executions. */
final class Journals {

    private Journals() {}

    /**
     * The journal of the execution with this number.
     *
     * @throws StoreException if a row is missing (I4): the remaining rows would fold to another state
     */
    static List<JournalRow> journal(Session session, ExecutionId id, long number) throws SQLException {
        return Objects.requireNonNull(journal(session, id, number, Long.MAX_VALUE), "everything fits");
    }

    /** As above; null if it is longer than {@code lengthMax}, which is noticed before all of it is read. */
    static @Nullable List<JournalRow> journal(Session session, ExecutionId id, long number, long lengthMax)
            throws SQLException {
        PreparedStatement query = session.prepared(Blocks.JOURNAL_OF);
        query.setLong(1, number);
        return rows(id, query, lengthMax);
    }

    /** As {@link #journal(Session, ExecutionId, long)}, without the rows after the one with the number {@code last}. */
    static List<JournalRow> until(Session session, ExecutionId id, long number, int last) throws SQLException {
        PreparedStatement query = session.prepared(Blocks.JOURNAL_UNTIL);
        query.setLong(1, number);
        query.setInt(2, last);
        return Objects.requireNonNull(rows(id, query, Long.MAX_VALUE), "everything fits");
    }

    private static @Nullable List<JournalRow> rows(ExecutionId id, PreparedStatement query, long lengthMax)
            throws SQLException {
        List<JournalRow> rows = new ArrayList<>();
        long length = 0;
        try (ResultSet columns = query.executeQuery()) {
            while (columns.next()) {
                JournalRow row = ColumnValues.journal(id, columns);
                if (row.seq() != rows.size() + 1) {
                    throw SqliteErrors.data(
                            "Execution %s: expected the journal row with seq %d, found seq %d. The file is damaged or was changed by hand; restore a backup."
                                    .formatted(id, rows.size() + 1, row.seq()),
                            null);
                }
                rows.add(row);
                length += row.events().length();
                if (length > lengthMax) {
                    return null;
                }
            }
        }
        return List.copyOf(rows);
    }
}
