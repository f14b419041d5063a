package dev.reeve.internal.postgresql;

import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreFormat;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Raises the least format that a release must know, before something new is written (ADR 34). */
final class FormatChange {

    private FormatChange() {}

    /** Older engines would give the steps of any namespace to the agents of the default one. */
    static void allow(Loan loan, String namespace) throws SQLException {
        boolean allowed = namespace.equals(Namespaces.DEFAULT) || raise(loan, StoreFormat.NAMESPACES);
        if (!allowed) {
            throw new IllegalStateException("the format was not raised");
        }
    }

    /**
     * @return true
     * @throws StoreException if an engine that does not know the format is registered
     */
    static boolean raise(Loan loan, int format) throws SQLException {
        return least(loan) >= format
                || loan.replicated("raise the format of the store", () -> {
                    // From here to the end of the transaction no engine joins.
                    try (Query query = loan.writing("cluster.lock")) {
                        query.execute();
                    }
                    try (Query query = loan.query("format.older").set("format", format);
                            ResultSet rows = query.rows()) {
                        if (rows.next()) {
                            throw new StoreException(
                                    StoreException.Kind.DATA,
                                    "engine %s is of a release that cannot read this yet: end it, or upgrade it, and try again"
                                            .formatted(rows.getString(1)),
                                    null);
                        }
                    }
                    try (Query query = loan.writing("format.raise").set("format", format)) {
                        query.update();
                    }
                    return true;
                });
    }

    private static int least(Loan loan) throws SQLException {
        try (Query query = loan.query("session.format");
                ResultSet rows = query.rows()) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }
}
