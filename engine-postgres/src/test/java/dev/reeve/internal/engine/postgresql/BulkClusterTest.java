package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.BulkRequest;
import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Verb;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.postgresql.Pools;
import dev.reeve.internal.postgresql.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Bulk operations of several engines. */
@Tag("proof")
final class BulkClusterTest {

    private final PGSimpleDataSource database = TestServer.shared().database();

    @AutoClose
    private final Pools pools = new Pools();

    private Reeve open() {
        ClusterOptions cluster = ClusterOptions.defaults().withTtl(Duration.ofSeconds(3));
        return Reeve.open(
                pools.open(database),
                NodeOptions.defaults().withLanes(2).withDrain(Duration.ZERO).withCluster(cluster));
    }

    @Test
    @DisplayName(
            "V1 H3: an operation goes on at an engine that was there before it, when the one that began it is closed")
    void theOtherGoesOn() {
        List<Execution> waiting = new ArrayList<>();
        try (Reeve other = open()) {
            try (Reeve first = open()) {
                other.deploy(DefinitionReader.parse("workflow: wait\nsteps: { go: { await: go } }"));
                for (int i = 0; i < 30; i++) {
                    waiting.add(other.start("wait", Map.of()));
                }
                first.bulk().start(BulkRequest.of(Verb.CANCEL).perSecond(2), "no longer wanted");
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> waiting.stream().anyMatch(each -> each.status() == ExecutionStatus.CANCELLED));
            }
            assertThat(waiting).anyMatch(each -> each.status() == ExecutionStatus.RUNNING);

            await().atMost(Duration.ofMinutes(2))
                    .until(() -> waiting.stream().allMatch(each -> each.status() == ExecutionStatus.CANCELLED));
        }
    }
}
