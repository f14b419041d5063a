package dev.reeve.internal.postgresql;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedFilter;
import dev.reeve.spi.store.EndedPosition;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.WorkflowVersion;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Finds and removes ended executions, each time in one transaction on a borrowed connection. */
final class PostgresRetention {

    private static final UUID NIL = new UUID(0, 0);

    private PostgresRetention() {}

    static List<WorkflowVersion> versions(Loan loan, String namespace) throws SQLException {
        return loan.planned("retention.versions")
                .set("namespace", namespace)
                .list(rows -> new WorkflowVersion(rows.getString(1), rows.getInt(2)));
    }

    static List<EndedExecution> page(Loan loan, EndedFilter filter) throws SQLException {
        return request(loan, filter).list(rows -> new EndedExecution(ResultRows.execution(rows), rows.getBoolean(14)));
    }

    private static Query request(Loan loan, EndedFilter filter) throws SQLException {
        Query query = loan.planned("retention.page")
                .set("namespace", filter.namespace())
                .set("workflow", filter.of().workflow())
                .set("version", filter.of().version())
                .set("until", filter.until())
                .set("limit", filter.limit());
        EndedPosition after = filter.after();
        if (after == null) {
            // the driver's representation of -infinity
            return query.set("after_at", OffsetDateTime.MIN).set("after_id", NIL);
        }
        return query.set("after_at", after.endedAt()).set("after_id", after.id().value());
    }

    static int remove(Loan loan, Collection<ExecutionId> ids) throws SQLException {
        // in one order for all callers: two removals of the same executions wait in turn and do not deadlock
        List<ExecutionId> ordered = ids.stream().sorted().toList();
        try (Query query = ExecutionTable.of(ordered, loan.planned("retention.remove"));
                ResultSet rows = query.rows()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Whether all of these were removed; otherwise none was. */
    static boolean removeArchived(Loan loan, Collection<ExecutionId> ids, String receipt) throws SQLException {
        return Transaction.within(loan.connection(), () -> {
            boolean all = remove(loan, ids) == ids.size();
            if (all) {
                update(loan, "retention.receipt", receipt);
                loan.connection().commit();
            }
            return all;
        });
    }

    static boolean hasReceipt(Loan loan, String receipt) throws SQLException {
        try (Query query = loan.query("retention.hasReceipt").set("file", receipt);
                ResultSet rows = query.rows()) {
            rows.next();
            return rows.getBoolean(1);
        }
    }

    static int dropReceipt(Loan loan, String receipt) throws SQLException {
        return update(loan, "retention.dropReceipt", receipt);
    }

    private static int update(Loan loan, String block, String file) throws SQLException {
        try (Query query = loan.writing(block).set("file", file)) {
            return query.update();
        }
    }

    /** Waits for concurrent removals. */
    static boolean areKept(Loan loan, Collection<ExecutionId> ids) throws SQLException {
        List<ExecutionId> ordered = ids.stream().sorted().toList(); // in the same order as in remove
        try (Query query = ExecutionTable.of(ordered, loan.planned("retention.kept"));
                ResultSet rows = query.rows()) {
            rows.next();
            return rows.getInt(1) == ids.size();
        }
    }

    static Map<ExecutionId, List<JournalRow>> histories(Loan loan, List<ExecutionId> ids, long lengthMax)
            throws SQLException {
        if (ids.isEmpty()) {
            return Map.of();
        }
        Map<ExecutionId, List<JournalRow>> journals = read(loan, ids, lengthMax);
        return journals.isEmpty() ? read(loan, ids.subList(0, 1), Long.MAX_VALUE) : journals;
    }

    private static Map<ExecutionId, List<JournalRow>> read(Loan loan, List<ExecutionId> ids, long lengthMax)
            throws SQLException {
        JournalPages pages = new JournalPages(
                loan.connection(), some -> ExecutionTable.of(some, loan.planned("lane.journals")), lengthMax);
        Map<ExecutionId, List<JournalRow>> journals = new LinkedHashMap<>();
        ids.subList(0, pages.read(ids)).forEach(id -> journals.put(id, pages.journal(id)));
        return journals;
    }
}
