package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;

/** Definitions in the table workflow. */
final class WorkflowTable {

    private WorkflowTable() {}

    static void insert(Loan loan, StoredWorkflow workflow) throws SQLException {
        try (Query query = loan.writing("store.deploy")) {
            query.set("namespace", workflow.namespace())
                    .set("name", workflow.name())
                    .set("version", workflow.version())
                    .set("content", workflow.content().text())
                    .update();
            StoreException lost = PostgresErrors.notReplicated(
                    "keep a definition", query.statement().getWarnings());
            if (lost != null) {
                throw lost;
            }
        }
    }

    static StoredWorkflow find(Loan loan, StoredWorkflow workflow) throws SQLException {
        try (Query query = loan.query("store.workflow")
                        .set("namespace", workflow.namespace())
                        .set("name", workflow.name())
                        .set("version", workflow.version());
                ResultSet rows = query.rows()) {
            if (!rows.next()) {
                throw PostgresErrors.unavailable(
                        "%s %d was deployed and is not there: does the data source lead to different databases?"
                                .formatted(workflow.name(), workflow.version()));
            }
            return ResultRows.workflow(rows);
        }
    }

    /** The highest version of a workflow. */
    static OptionalInt highest(Loan loan, String namespace, String name) throws SQLException {
        try (Query query = loan.query("store.highestVersion")
                        .set("namespace", namespace)
                        .set("name", name);
                ResultSet rows = query.rows()) {
            return rows.next() ? OptionalInt.of(rows.getInt(1)) : OptionalInt.empty();
        }
    }

    static List<StoredWorkflow> list(Loan loan, String namespace) throws SQLException {
        return listed(loan.query("store.workflows").set("namespace", namespace));
    }

    /** Those that were deployed after this number. */
    static List<StoredWorkflow> after(Loan loan, long number) throws SQLException {
        return listed(loan.query("store.newWorkflows").set("number", number));
    }

    /** The namespaces with definitions. */
    static List<String> namespaces(Loan loan) throws SQLException {
        return loan.query("store.namespaces").list(rows -> rows.getString(1));
    }

    private static List<StoredWorkflow> listed(Query asked) throws SQLException {
        return asked.list(ResultRows::workflow);
    }
}
