package dev.reeve.store.postgres;

import dev.reeve.engine.store.NodeId;
import dev.reeve.engine.store.StoreException;
import dev.reeve.engine.store.Undeployment;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Removes a definition that nothing is pinned to. */
final class DefinitionRemoval {

    private DefinitionRemoval() {}

    /**
     * The lock on the definition comes before the count: a start in somebody's transaction holds it until that has ended, and what
     * was committed by then is counted, since each statement sees what is committed when it begins.
     */
    static Undeployment.Pinned undeploy(Loan loan, NodeId owner, Undeployment wanted) throws SQLException {
        Connection connection = loan.connection();
        connection.setAutoCommit(false);
        boolean done = false;
        try {
            if (!isThere(loan.writing("undeploy.owner").set("node", owner.toString()))) {
                throw new StoreException(StoreException.Kind.UNUSABLE, "another engine has taken the store over", null);
            }
            boolean there = isThere(of(wanted, loan.writing("undeploy.lock")));
            Undeployment.Pinned pinned = pinned(loan, wanted);
            if (there && pinned.isNone()) {
                remove(loan, wanted);
            }
            connection.commit();
            done = true;
            return pinned;
        } finally {
            if (!connection.isClosed()) {
                if (!done) {
                    connection.rollback();
                }
                connection.setAutoCommit(true);
            }
        }
    }

    private static Query of(Undeployment wanted, Query query) throws SQLException {
        return query.set("namespace", wanted.namespace())
                .set("name", wanted.name())
                .set("version", wanted.version());
    }

    private static boolean isThere(Query asked) throws SQLException {
        try (Query query = asked;
                ResultSet rows = query.rows()) {
            return rows.next();
        }
    }

    private static Undeployment.Pinned pinned(Loan loan, Undeployment wanted) throws SQLException {
        try (Query query = of(wanted, loan.writing("undeploy.pinned"));
                ResultSet rows = query.rows()) {
            rows.next();
            return new Undeployment.Pinned(rows.getLong(1), rows.getLong(2));
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
