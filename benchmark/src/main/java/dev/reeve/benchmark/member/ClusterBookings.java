package dev.reeve.benchmark.member;

import dev.reeve.ExecutionId;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.database.UnusableDatabaseException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The business table of a cluster's load. Transactional steps insert a row and store their output in one transaction.
 * No key of the table prevents a second row, so the audit sees it. Thread-safe.
 */
public final class ClusterBookings {

    /** @param attempt of the step, which wrote the row */
    public record Booking(ClusterWork work, int attempt) {}

    /** The end of the transaction. */
    enum Decision {
        COMMIT,
        ROLL_BACK
    }

    /** Finds all committed rows, as text. */
    public static final String ALL = "select execution || ' ' || step || ' ' || attempt from cluster_booking";

    /** One in this number of executions rolls the first attempt of its booking back. */
    private static final int ROLLED_BACK_ONE_IN = 8;

    private final DataSource database;

    /** @param database the connections of the application; they do not commit by themselves */
    ClusterBookings(DataSource database) {
        this.database = database;
    }

    /** Creates the table. */
    public static void create(PostgresDatabase database) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "create table cluster_booking (execution uuid not null, step integer not null, attempt integer not null)");
        } catch (SQLException e) {
            throw new UnusableDatabaseException("creating the table of bookings", e);
        }
    }

    /** A row that {@link #ALL} finds. */
    public static Booking of(String row) {
        String[] words = row.split(" ", -1);
        ExecutionId execution = new ExecutionId(UUID.fromString(words[0]));
        return new Booking(new ClusterWork(execution, Integer.parseInt(words[1])), Integer.parseInt(words[2]));
    }

    /** Whether this attempt is rolled back on purpose, and retried. */
    public static boolean isRolledBack(ExecutionId execution, int attempt) {
        return attempt == 1 && Math.floorMod(execution.value().hashCode(), ROLLED_BACK_ONE_IN) == 0;
    }

    /**
     * Writes a row and the output of a step in one transaction.
     *
     * @param pause happens within the transaction
     */
    void book(StepContext step, Map<String, Integer> output, Runnable pause, Decision decision) {
        try (Connection connection = database.getConnection()) {
            insert(connection, step);
            step.complete(connection, output);
            pause.run();
            if (decision == Decision.COMMIT) {
                connection.commit();
            } else {
                connection.rollback();
            }
        } catch (SQLException e) {
            // It may have committed. The engine finds out.
            throw StepFailure.transientError("DATABASE", String.valueOf(e.getMessage()))
                    .causedBy(e);
        }
    }

    private static void insert(Connection connection, StepContext step) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "insert into cluster_booking (execution, step, attempt) values (?, ?, ?)")) {
            statement.setObject(1, step.execution().value());
            statement.setInt(2, ClusterWork.of(step).step());
            statement.setInt(3, step.attempt());
            statement.executeUpdate();
        }
    }
}
