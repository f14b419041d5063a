package dev.reeve.internal.sqlite;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedFilter;
import dev.reeve.spi.store.EndedPosition;
import dev.reeve.spi.store.WorkflowVersion;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds and removes ended executions. */
final class SqliteRetention {

    private static final byte[] NO_ID = {};

    private SqliteRetention() {}

    static List<WorkflowVersion> versions(Readers readers, String namespace) {
        return readers.read("Listing the versions of what has ended", session -> {
            List<WorkflowVersion> found = new ArrayList<>();
            WorkflowVersion last = new WorkflowVersion("", 0);
            while (last != null) {
                last = next(session, namespace, last);
                if (last != null) {
                    found.add(last);
                }
            }
            return List.copyOf(found);
        });
    }

    private static @Nullable WorkflowVersion next(Session session, String namespace, WorkflowVersion after)
            throws SQLException {
        PreparedStatement query = session.prepared(Blocks.ENDED_NEXT);
        query.setString(1, namespace);
        query.setString(2, after.workflow());
        query.setInt(3, after.version());
        try (ResultSet columns = query.executeQuery()) {
            return columns.next() ? new WorkflowVersion(columns.getString(1), columns.getInt(2)) : null;
        }
    }

    static List<EndedExecution> page(Readers readers, EndedFilter filter) {
        return readers.read("Listing what has ended", session -> {
            EndedPosition after = filter.after();
            PreparedStatement query = session.prepared(Blocks.ENDED_PAGE);
            query.setString(1, filter.namespace());
            query.setString(2, filter.of().workflow());
            query.setInt(3, filter.of().version());
            query.setLong(4, after == null ? Long.MIN_VALUE : ColumnValues.micros(after.endedAt()));
            query.setBytes(5, after == null ? NO_ID : ColumnValues.id(after.id()));
            query.setLong(6, ColumnValues.micros(filter.until()));
            query.setInt(7, filter.limit());
            return ColumnValues.list(
                    query, columns -> new EndedExecution(ColumnValues.row(columns), columns.getBoolean(14)));
        });
    }

    static int remove(Writer writer, Collection<ExecutionId> ids) {
        return writer.transaction("Removing executions", session -> remove(session, ids));
    }

    /** Whether all of these were removed; otherwise none was. */
    static boolean removeArchived(Writer writer, Collection<ExecutionId> ids, String receipt, Instant now) {
        try {
            return writer.transaction("Removing archived executions", session -> {
                if (remove(session, ids) != ids.size()) {
                    throw new Missing();
                }
                PreparedStatement insert = session.prepared(Blocks.RECEIPT);
                insert.setString(1, receipt);
                insert.setLong(2, ColumnValues.micros(now));
                return insert.executeUpdate() == 1;
            });
        } catch (Missing e) {
            return false;
        }
    }

    /** Rolls the removal back. */
    private static final class Missing extends RuntimeException {

        private static final long serialVersionUID = 1;

        Missing() {
            super(null, null, false, false);
        }
    }

    private static int remove(Session session, Collection<ExecutionId> ids) throws SQLException {
        List<Long> numbers = new ArrayList<>(ids.size());
        PreparedStatement place = session.prepared(Blocks.ENDED_PLACE);
        for (ExecutionId id : ids) {
            place.setBytes(1, ColumnValues.id(id));
            try (ResultSet columns = place.executeQuery()) {
                if (columns.next()) {
                    numbers.add(columns.getLong(1));
                }
            }
        }
        // in the order in which they lie in the file
        numbers.sort(null);
        delete(session.prepared(Blocks.REMOVE_JOURNAL), numbers);
        delete(session.prepared(Blocks.REMOVE), numbers);
        return numbers.size();
    }

    private static void delete(PreparedStatement statement, List<Long> numbers) throws SQLException {
        for (long number : numbers) {
            statement.setLong(1, number);
            statement.addBatch();
        }
        statement.executeBatch();
    }

    static boolean hasReceipt(Readers readers, String receipt) {
        return readers.read("Looking for the receipt of an archive file", session -> {
            PreparedStatement query = session.prepared(Blocks.HAS_RECEIPT);
            query.setString(1, receipt);
            try (ResultSet columns = query.executeQuery()) {
                return columns.getLong(1) > 0;
            }
        });
    }

    static int dropReceipt(Writer writer, String receipt) {
        return writer.transaction("Dropping the receipt of an archive file", session -> {
            PreparedStatement delete = session.prepared(Blocks.DROP_RECEIPT);
            delete.setString(1, receipt);
            return delete.executeUpdate();
        });
    }
}
