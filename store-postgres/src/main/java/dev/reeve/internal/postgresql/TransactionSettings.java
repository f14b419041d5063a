package dev.reeve.internal.postgresql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings that a transaction makes first, on a session that belongs to others or may be another one next time (ADR
 * 17). It precedes the statement in one text. The driver sends the text in one message, and the server treats it as one
 * transaction. So it costs no round trip, and no setting remains when the transaction ends. Immutable.
 *
 * @param text of a select, with a semicolon at its end
 */
record TransactionSettings(String text) {

    /** For statements that read, or write what a crash may lose without harm. */
    static TransactionSettings reading(Timeouts timeouts) {
        return of("session.reading", timeouts);
    }

    /**
     * For statements that read or remove, and must always use an index, regardless of the planner's statistics (F49).
     */
    static TransactionSettings planned(Timeouts timeouts) {
        return of("session.planned", timeouts);
    }

    /**
     * For statements whose answer guarantees durability: they wait for it, regardless of the server's settings (T1).
     */
    static TransactionSettings writing(Timeouts timeouts) {
        return of("session.writing", timeouts);
    }

    /** For all statements of a lane on a session that it cannot keep. */
    static TransactionSettings lane(Timeouts timeouts) {
        return of("session.lane", timeouts);
    }

    /** Inserts the timeouts into the text, since parameters would shift those of the statement that follows. */
    private static TransactionSettings of(String block, Timeouts timeouts) {
        return new TransactionSettings(PostgresSql.of(block)
                .text()
                .replace("{statement}", millis(timeouts.statement()))
                .replace("{lock}", millis(timeouts.lock()))
                .replace("{idle}", millis(timeouts.idleInTransaction())));
    }

    private static String millis(Duration timeout) {
        return timeout.toMillis() + "ms";
    }

    /** The same statement with the settings before it. */
    PostgresSql before(PostgresSql sql) {
        return new PostgresSql(text + "\n" + sql.text(), sql.names());
    }

    /** The result of the statement after the settings. */
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
