package dev.reeve.store.postgres;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.store.EndedExecution;
import dev.reeve.engine.store.EndedFilter;
import dev.reeve.engine.store.EndedPosition;
import dev.reeve.engine.store.JournalRow;
import dev.reeve.engine.store.WorkflowVersion;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Finds and removes what has ended, each time in a transaction of its own on a borrowed connection. */
final class PostgresRetention {

    private static final UUID NIL = new UUID(0, 0);

    private PostgresRetention() {}

    /** What is done in a transaction; rolled back if it answers null. */
    private interface Work<T> {
        T apply() throws SQLException;
    }

    private static <T> T transaction(Connection connection, Timeouts timeouts, Work<T> work) throws SQLException {
        connection.setAutoCommit(false);
        boolean done = false;
        try {
            try (Query plans = new Query(connection, Sql.of("retention.plans"))) {
                plans.set("timeout", timeouts.statement().toMillis() + "ms").execute();
            }
            T answer = work.apply();
            connection.commit();
            done = true;
            return answer;
        } finally {
            if (!connection.isClosed()) {
                if (!done) {
                    connection.rollback();
                }
                connection.setAutoCommit(true);
            }
        }
    }

    static List<WorkflowVersion> versions(Connection connection, Timeouts timeouts, String namespace)
            throws SQLException {
        return transaction(connection, timeouts, () -> {
            List<WorkflowVersion> found = new ArrayList<>();
            try (Query query = new Query(connection, Sql.of("retention.versions")).set("namespace", namespace);
                    ResultSet rows = query.rows()) {
                while (rows.next()) {
                    found.add(new WorkflowVersion(rows.getString(1), rows.getInt(2)));
                }
            }
            return found;
        });
    }

    static List<EndedExecution> page(Connection connection, Timeouts timeouts, EndedFilter filter) throws SQLException {
        return transaction(connection, timeouts, () -> {
            List<EndedExecution> found = new ArrayList<>();
            try (Query query = page(connection, filter);
                    ResultSet rows = query.rows()) {
                while (rows.next()) {
                    found.add(new EndedExecution(Rows.execution(rows), rows.getBoolean(14)));
                }
            }
            return found;
        });
    }

    private static Query page(Connection connection, EndedFilter filter) throws SQLException {
        Query query = new Query(connection, Sql.of("retention.page"))
                .set("namespace", filter.namespace())
                .set("workflow", filter.of().workflow())
                .set("version", filter.of().version())
                .set("until", filter.until())
                .set("limit", filter.limit());
        EndedPosition after = filter.after();
        if (after == null) {
            // the driver's way to say -infinity
            return query.set("after_at", OffsetDateTime.MIN).set("after_id", NIL);
        }
        return query.set("after_at", after.endedAt()).set("after_id", after.id().value());
    }

    static int remove(Connection connection, Timeouts timeouts, Collection<ExecutionId> ids) throws SQLException {
        return transaction(connection, timeouts, () -> remove(connection, ids));
    }

    private static int remove(Connection connection, Collection<ExecutionId> ids) throws SQLException {
        // in one order for everybody: two that remove the same wait for each other, and not each for the other
        List<ExecutionId> ordered = ids.stream().sorted().toList();
        try (Query query = PostgresStore.of(ordered, new Query(connection, Sql.of("retention.remove")), connection);
                ResultSet rows = query.rows()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Whether all of these were removed; else none was. */
    static boolean removeArchived(Connection connection, Timeouts timeouts, Collection<ExecutionId> ids, String receipt)
            throws SQLException {
        try {
            return transaction(connection, timeouts, () -> {
                if (remove(connection, ids) != ids.size()) {
                    throw new Missing();
                }
                update(connection, "retention.receipt", receipt);
                return true;
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

    static boolean hasReceipt(Connection connection, String receipt) throws SQLException {
        try (Query query = new Query(connection, Sql.of("retention.hasReceipt")).set("file", receipt);
                ResultSet rows = query.rows()) {
            rows.next();
            return rows.getBoolean(1);
        }
    }

    static int dropReceipt(Connection connection, String receipt) throws SQLException {
        return update(connection, "retention.dropReceipt", receipt);
    }

    private static int update(Connection connection, String block, String file) throws SQLException {
        try (Query query = new Query(connection, Sql.of(block)).set("file", file)) {
            return query.update();
        }
    }

    static Map<ExecutionId, List<JournalRow>> histories(
            Connection connection, Timeouts timeouts, Collection<ExecutionId> ids) throws SQLException {
        return transaction(connection, timeouts, () -> {
            Map<ExecutionId, List<JournalRow>> journals = new LinkedHashMap<>();
            ids.forEach(id -> journals.put(id, new ArrayList<>()));
            Map<ExecutionId, Integer> seqs = new HashMap<>();
            try (Query query = PostgresStore.of(ids, new Query(connection, Sql.of("lane.journals")), connection);
                    ResultSet rows = query.rows()) {
                while (rows.next()) {
                    JournalRow row = Rows.journal(rows);
                    int seq = seqs.merge(row.id(), 1, Integer::sum);
                    Objects.requireNonNull(journals.get(row.id())).add(Journals.checked(row, seq));
                }
            }
            return journals;
        });
    }
}
