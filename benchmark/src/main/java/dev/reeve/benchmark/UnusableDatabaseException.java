package dev.reeve.benchmark;

import java.io.Serial;
import java.sql.SQLException;

/** The database failed an operation. The message is for the user. */
final class UnusableDatabaseException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    /** @param what the failed operation */
    UnusableDatabaseException(String what, SQLException cause) {
        super("%s: %s".formatted(what, cause.getMessage()), cause);
    }
}
