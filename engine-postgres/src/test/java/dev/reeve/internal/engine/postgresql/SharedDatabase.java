package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ClusterOptions;
import dev.reeve.JdbcReeve;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.postgresql.Pools;
import dev.reeve.internal.postgresql.SwappingPooler;
import dev.reeve.internal.postgresql.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of its own on the shared server, and the engines that a test opens on it. */
final class SharedDatabase implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The time after which a silent engine is removed: short, since tests wait for it. */
    static final Duration TTL = Duration.ofSeconds(3);

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource source = server.database();
    private final List<JdbcReeve> open = new ArrayList<>();
    private final Pools pools = new Pools();

    PGSimpleDataSource source() {
        return source;
    }

    /** The same database behind a pooler. */
    PGSimpleDataSource through(SwappingPooler pooler) {
        PGSimpleDataSource pooled = server.dataSource(name());
        pooled.setPortNumbers(new int[] {pooler.port()});
        return pooled;
    }

    /** Opens an engine that is closed with this. */
    JdbcReeve open(ClusterOptions cluster) {
        return open(source, cluster);
    }

    JdbcReeve open(DataSource through, ClusterOptions cluster) {
        return open(
                through,
                NodeOptions.defaults()
                        .withLanes(2)
                        .withDrain(Duration.ofSeconds(10))
                        .withCluster(cluster));
    }

    JdbcReeve open(NodeOptions options) {
        return open(source, options);
    }

    private JdbcReeve open(DataSource through, NodeOptions options) {
        JdbcReeve reeve = Reeve.open(through.equals(source) ? pools.open(source) : through, options);
        open.add(reeve);
        return reeve;
    }

    /** The engine that was opened last. */
    JdbcReeve last() {
        return open.getLast();
    }

    /** The first column of the result, as text. */
    List<String> rows(String sql) {
        return server.query(name(), sql);
    }

    void execute(String sql) {
        server.execute(name(), sql);
    }

    private String name() {
        return Objects.requireNonNull(source.getDatabaseName());
    }

    /** The number of engines that own executions. */
    long owners() {
        return rows("select distinct node from reeve.shard where node is not null")
                .size();
    }

    /** Waits until each shard has an owner, and as many engines own some. */
    void awaitOwners(int nodes) {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(owners()).isEqualTo(nodes);
            assertThat(rows("select shard from reeve.shard where node is null")).isEmpty();
        });
    }

    @Override
    public void close() {
        open.reversed().forEach(JdbcReeve::close);
        open.clear();
        pools.close();
    }
}
