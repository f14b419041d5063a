package dev.reeve.benchmark;

import java.io.Serial;
import java.sql.SQLException;

/** The database does not do what was asked; the message is for the person who asked. */
final class UnusableDatabaseException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    /** @param what was asked of it */
    UnusableDatabaseException(String what, SQLException cause) {
        super("%s: %s".formatted(what, cause.getMessage()), cause);
    }
}
