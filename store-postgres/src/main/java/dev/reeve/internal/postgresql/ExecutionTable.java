package dev.reeve.internal.postgresql;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads executions and their journals. */
final class ExecutionTable {

    /** The statuses that the index {@code execution_trouble} leaves out. */
    private static final Set<ExecutionStatus> FREQUENT = Set.of(ExecutionStatus.RUNNING, ExecutionStatus.COMPLETED);

    private ExecutionTable() {}

    static Optional<ExecutionRow> find(Loan loan, ExecutionId id) throws SQLException {
        try (Query query = of(id, loan.query("store.find"));
                ResultSet rows = query.rows()) {
            return rows.next() ? Optional.of(ResultRows.execution(rows)) : Optional.empty();
        }
    }

    static List<ExecutionRow> findAll(Loan loan, Set<ExecutionId> ids) throws SQLException {
        return of(ids, loan.query("lane.find")).list(ResultRows::execution);
    }

    static List<ExecutionRow> list(Loan loan, ExecutionFilter filter) throws SQLException {
        return listing(loan, filter).list(ResultRows::execution);
    }

    private static Query listing(Loan loan, ExecutionFilter filter) throws SQLException {
        boolean statuses = !filter.statuses().isEmpty();
        Query query = loan.query(listBlocks(filter));
        query.set("namespace", filter.namespace()).set("limit", filter.limit());
        if (filter.workflow() != null) {
            query.set("workflow", filter.workflow());
        }
        if (statuses) {
            Object[] codes = filter.statuses().stream().map(Statuses::code).toArray();
            query.set("statuses", "int2", codes);
        }
        if (!filter.labels().isEmpty()) {
            query.set("labels", new String(LabelColumn.write(filter.labels()), StandardCharsets.UTF_8));
        }
        if (filter.startedFrom() != null) {
            query.set("started_from", filter.startedFrom());
        }
        if (filter.startedBefore() != null) {
            query.set("started_before", filter.startedBefore());
        }
        if (filter.after() != null) {
            query.set("after_at", filter.after().startedAt())
                    .set("after_id", filter.after().id().value());
        }
        return query;
    }

    /** The blocks of the statement that lists these. */
    static String[] listBlocks(ExecutionFilter filter) {
        List<String> blocks = new ArrayList<>();
        boolean statuses = !filter.statuses().isEmpty();
        boolean rare = statuses && filter.statuses().stream().noneMatch(FREQUENT::contains);
        boolean merged = filter.workflow() == null && !rare;
        add(blocks, merged, "list.workflows");
        blocks.add("list.page");
        add(blocks, merged, "list.found");
        add(blocks, filter.workflow() != null, "list.workflow");
        add(blocks, statuses, "list.statuses");
        add(blocks, statuses && filter.statuses().stream().noneMatch(ExecutionStatus::isTerminal), "list.open");
        add(blocks, !filter.labels().isEmpty(), "list.labels");
        add(blocks, filter.startedFrom() != null, "list.startedFrom");
        add(blocks, filter.startedBefore() != null, "list.startedBefore");
        add(blocks, filter.after() != null, "list.after");
        blocks.add("list.order");
        add(blocks, merged, "list.merged");
        return blocks.toArray(String[]::new);
    }

    private static void add(List<String> blocks, boolean wanted, String block) {
        if (wanted) {
            blocks.add(block);
        }
    }

    static List<JournalRow> history(Loan loan, ExecutionId id) throws SQLException {
        return of(id, loan.query("store.history")).list(ResultRows::journal);
    }

    static List<JournalRow> history(Loan loan, ExecutionId id, int last) throws SQLException {
        return of(id, loan.query("store.historyUntil")).set("last", last).list(ResultRows::journal);
    }

    private static Query of(ExecutionId id, Query query) throws SQLException {
        return query.set("shard", (short) id.shard()).set("id", id.value());
    }

    static Query of(Collection<ExecutionId> ids, Query query) throws SQLException {
        Object[] shards = ids.stream().map(id -> (short) id.shard()).toArray();
        Object[] values = ids.stream().map(ExecutionId::value).toArray();
        return query.set("shards", "int2", shards).set("ids", "uuid", values);
    }
}
