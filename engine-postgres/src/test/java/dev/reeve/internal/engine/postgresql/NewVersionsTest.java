package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.JdbcReeve;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.postgresql.TestServer;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** D1: a definition that one engine deploys is used by all. */
final class NewVersionsTest {

    /** Much longer than the test: no renewal of a registration helps. */
    private static final Duration TTL = Duration.ofMinutes(10);

    private final PGSimpleDataSource database = TestServer.shared().database();

    private JdbcReeve open() {
        return Reeve.open(
                database,
                NodeOptions.defaults()
                        .withLanes(1)
                        .withCluster(ClusterOptions.defaults().withTtl(TTL)));
    }

    private static Definition version(int number) {
        return DefinitionReader.parse("""
                workflow: approval
                version: %d
                steps:
                  approved: { await: approved }
                """.formatted(number));
    }

    private static int started(JdbcReeve reeve) {
        Execution execution = reeve.start("approval", "x");
        return execution.describe().summary().version();
    }

    @Test
    @DisplayName("D1: a newer version that one engine deploys is used by another one within seconds")
    void newerVersionsAreNoticed() {
        try (JdbcReeve a = open();
                JdbcReeve b = open()) {
            a.deploy(version(1));
            assertThat(started(a)).isEqualTo(1);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> started(b) == 1);

            a.deploy(version(2));
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> started(b) == 2);
            b.deploy(version(3));
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> started(a) == 3);
        }
    }
}
