package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Reeve;
import dev.reeve.internal.postgresql.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** Waits for the executions that become of requests of SQL functions. */
final class SqlOutcomes {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    private SqlOutcomes() {}

    static Execution arrived(Reeve reeve, ExecutionId id) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> reeve.find(id), found -> found.isPresent())
                .orElseThrow();
    }

    static Execution ended(Reeve reeve, ExecutionId id, ExecutionStatus status) {
        Execution execution = arrived(reeve, id);
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(execution.status()).isEqualTo(status));
        return execution;
    }

    static Map<?, ?> output(Execution execution) {
        return execution.await(Map.class, PATIENCE);
    }

    static List<ExecutionSummary> refused(Reeve reeve) {
        return reeve.list(ExecutionQuery.all().workflow("reeve_request").limit(100));
    }

    static void assertNothingWaits(TestServer server, String database) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(server.query(database, "select content::text from reeve.inbox"))
                        .isEmpty());
    }
}
