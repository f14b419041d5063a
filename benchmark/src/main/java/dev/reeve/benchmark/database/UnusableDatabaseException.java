package dev.reeve.benchmark.database;

import java.io.Serial;
import java.sql.SQLException;

/** The database failed an operation. The message is for the user. */
public final class UnusableDatabaseException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    /** @param what the failed operation */
    public UnusableDatabaseException(String what, SQLException cause) {
        super("%s: %s".formatted(what, cause.getMessage()), cause);
    }
}
