package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.Undeployment;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Removes a definition that nothing is pinned to. */
final class DefinitionRemoval {

    private DefinitionRemoval() {}

    /**
     * The lock on the definition comes before the count. A start in a caller's own transaction holds it until that
     * transaction has ended. The count includes everything committed by then, since each statement sees what is
     * committed when it begins.
     */
    static Undeployment.Pinned undeploy(Loan loan, NodeId owner, Undeployment wanted) throws SQLException {
        return loan.replicated("remove a definition", () -> {
            lockOut(loan);
            if (!isThere(loan.writing("undeploy.owner").set("node", owner.toString()))) {
                throw new StoreException(StoreException.Kind.UNUSABLE, "another engine has taken the store over", null);
            }
            refuseIfShared(loan, owner, wanted);
            Undeployment.Pinned pinned = pinned(loan, wanted.namespace(), wanted.name(), wanted.version());
            if (pinned.isNone()) {
                remove(loan, wanted);
            }
            return pinned;
        });
    }

    /** From here to the end of the transaction no other node joins. Before the lock on the node, as in a join. */
    private static void lockOut(Loan loan) throws SQLException {
        try (Query query = loan.writing("cluster.lock")) {
            query.execute();
        }
    }

    /** A node that has joined may start the version. */
    private static void refuseIfShared(Loan loan, NodeId owner, Undeployment wanted) throws SQLException {
        if (isThere(loan.query("undeploy.others").set("node", owner.toString()))) {
            throw PostgresErrors.unavailable(
                    "another engine has joined, and may start %s version %d: remove it while one engine runs"
                            .formatted(wanted.name(), wanted.version()));
        }
    }

    static boolean isDeployed(Loan loan, String namespace, String name, int version) throws SQLException {
        return isThere(of(loan.query("undeploy.isThere"), namespace, name, version));
    }

    /** A start in a transaction that has not ended counts as open. */
    static Undeployment.Pinned pinned(Loan loan, String namespace, String name, int version) throws SQLException {
        boolean free = isThere(of(loan.writing("undeploy.lock"), namespace, name, version));
        Undeployment.Pinned pinned = count(loan, namespace, name, version);
        boolean begins = !free && isThere(of(loan.query("store.workflow"), namespace, name, version));
        return begins && pinned.isNone() ? new Undeployment.Pinned(1, 0) : pinned;
    }

    private static Undeployment.Pinned count(Loan loan, String namespace, String name, int version)
            throws SQLException {
        try (Query query = of(loan.planned("undeploy.pinned"), namespace, name, version);
                ResultSet rows = query.rows()) {
            rows.next();
            return new Undeployment.Pinned(rows.getLong(1), rows.getLong(2));
        }
    }

    private static Query of(Undeployment wanted, Query query) throws SQLException {
        return of(query, wanted.namespace(), wanted.name(), wanted.version());
    }

    private static Query of(Query query, String namespace, String name, int version) throws SQLException {
        return query.set("namespace", namespace).set("name", name).set("version", version);
    }

    private static boolean isThere(Query asked) throws SQLException {
        try (Query query = asked;
                ResultSet rows = query.rows()) {
            return rows.next();
        }
    }

    private static void remove(Loan loan, Undeployment wanted) throws SQLException {
        try (Query query = of(wanted, loan.writing("undeploy.remove"))) {
            query.set("said_by", wanted.by())
                    .set("reason", wanted.why())
                    .set("at", wanted.at())
                    .update();
        }
    }
}
