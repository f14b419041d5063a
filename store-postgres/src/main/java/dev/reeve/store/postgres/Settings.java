package dev.reeve.store.postgres;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;

/**
 * What a transaction sets for itself before it does anything else, on a session that belongs to somebody else or may be
 * another one the next time (ADR 17). It stands before the statement in one text, which the driver sends in one go and
 * the server takes for one transaction; so it costs no round trip, and nothing of it is left when the transaction ends.
 * Immutable.
 *
 * @param text of a select, with a semicolon at its end
 */
record Settings(String text) {

    /** For statements that read, or write what may be lost in a crash without harm. */
    static Settings reading(Timeouts timeouts) {
        return of("session.reading", timeouts);
    }

    /** For statements that read or remove, and must go by an index whatever the planner knows (F49). */
    static Settings planned(Timeouts timeouts) {
        return of("session.planned", timeouts);
    }

    /** For statements whose answer is a promise: these wait until it is durable, whatever the server is told (T1). */
    static Settings writing(Timeouts timeouts) {
        return of("session.writing", timeouts);
    }

    /** For all that a lane does on a session that it cannot keep. */
    static Settings lane(Timeouts timeouts) {
        return of("session.lane", timeouts);
    }

    /** The timeouts are put into the text, since parameters would move those of the statement that follows. */
    private static Settings of(String block, Timeouts timeouts) {
        return new Settings(Sql.of(block)
                .text()
                .replace("{statement}", millis(timeouts.statement()))
                .replace("{lock}", millis(timeouts.lock()))
                .replace("{idle}", millis(timeouts.idleInTransaction())));
    }

    private static String millis(Duration timeout) {
        return timeout.toMillis() + "ms";
    }

    /** The same statement with the settings before it. */
    Sql before(Sql sql) {
        return new Sql(text + "\n" + sql.text(), sql.names());
    }

    /** What the statement after the settings answers. */
    static ResultSet rows(PreparedStatement statement) throws SQLException {
        statement.execute();
        statement.getMoreResults();
        return Objects.requireNonNull(statement.getResultSet(), "a statement without rows");
    }

    /** How many rows the statement after the settings wrote. */
    static int update(PreparedStatement statement) throws SQLException {
        statement.execute();
        statement.getMoreResults();
        return statement.getUpdateCount();
    }
}
