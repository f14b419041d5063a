package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.faults.engine.Child;
import dev.reeve.faults.engine.EngineProcess;
import dev.reeve.faults.engine.Place;
import dev.reeve.faults.engine.TransactionalProcess.Hang;
import dev.reeve.faults.server.PostgresServer;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The process of an agent dies inside a transactional step, and the effect happens once (ADR 35). */
@Tag("proof")
final class TransactionalFaultsTest {

    private static final Workflow BOOKING = Workflow.parse("""
            workflow: booking
            version: 1
            steps:
              book: { action: room.book, transactional: true, completeBy: 60s, retry: { maxAttempts: 3, backoff: 100ms } }
            output: "${ steps.book.output.attempt }"
            """);

    @TempDir
    private Path directory;

    private final Place place = PostgresServer.shared().newPlace();

    @BeforeEach
    void table() throws SQLException {
        try (Connection connection = DriverManager.getConnection(place.address());
                Statement statement = connection.createStatement()) {
            statement.execute("create table effect (key text not null, attempt integer not null)");
        }
    }

    private List<String> effects() {
        return PostgresServer.query(place, "select key || ' ' || attempt from effect");
    }

    private Child agent(String name, boolean owns, Hang hang) {
        return Child.runTransactional(
                place,
                directory.resolve(name + ".log"),
                "-Dfaults.node=" + name,
                "-Dfaults.owns=" + owns,
                "-Dfaults.hang=" + hang);
    }

    @ParameterizedTest(name = "{0}, and the killed process {1} the execution")
    @CsvSource({
        "BEFORE_COMMIT, has not, 2",
        "BEFORE_COMMIT, has, 2",
        "BEFORE_REPORT, has not, 1",
        "BEFORE_REPORT, has, 1",
    })
    @DisplayName("F1, F2, I8: the agent's process is killed after step.complete, before or after the commit, and the "
            + "effect exists once")
    void killed(Hang hang, String has, int attempt) throws Exception {
        boolean owns = has.equals("has");
        ClusterOptions cluster = ClusterOptions.defaults()
                .withName("caller")
                .withTtl(EngineProcess.TTL)
                .withOwns(!owns);
        try (Reeve reeve = place.join(cluster);
                Child first = agent("first", owns, hang)) {
            first.await("OPEN");
            reeve.deploy(BOOKING);
            Execution execution = reeve.start("booking", Map.of(), Start.key("b-1"));
            first.await("HANGS 1");

            first.kill();
            try (Child second = agent("second", owns, Hang.NEVER)) {
                second.await("OPEN");
                ExecutionResult result =
                        execution.result().toCompletableFuture().get(2, TimeUnit.MINUTES);

                assertThat(result.status()).isEqualTo(ExecutionStatus.COMPLETED);
                assertThat(String.valueOf(result.output())).isEqualTo(String.valueOf(attempt));
                assertThat(effects()).containsExactly(execution.id() + "/book " + attempt);
                assertThat(second.shutDown()).as("exit code").isZero();
            }
        }
    }
}
