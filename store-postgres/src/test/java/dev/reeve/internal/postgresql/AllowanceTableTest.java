package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.spi.store.AllowanceKey;
import dev.reeve.spi.store.AllowanceNeed;
import dev.reeve.spi.store.AllowanceRequest;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** S8: the rows of limits that hold over all nodes. */
final class AllowanceTableTest {

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final String name = Objects.requireNonNull(database.getDatabaseName());
    private final NodeId node = new Fixture(7).node("a");
    private final Store store = Doubts.open(database, Timeouts.DEFAULT);

    AllowanceTableTest() {
        store.cluster().join(new Registration(node, false, true, Duration.ofSeconds(10)), 1);
        server.execute(name, """
                insert into reeve.allowance (action, kind, key, node, until, calls, wanted, turn, at)
                select 'mail.send', k.kind, '=customer-' || n, '', now() - n * interval '1 minute', 1, 0, now(), now()
                from (values ('SECOND'), ('DAY'), ('CONCURRENCY')) as k (kind), generate_series(3, 3000) as n
                """);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void exchange(long number) {
        store.cluster().allowances().exchange(node, new AllowanceRequest(number, ShardSet.NONE, List.of()));
    }

    private List<String> left() {
        return server.query(name, "select kind || ' ' || count(*) from reeve.allowance group by kind order by kind");
    }

    @Test
    @DisplayName("S8: only rows of rates that no longer count are removed")
    void oldRates() {
        exchange(63);
        assertThat(left()).containsExactly("CONCURRENCY 2998", "DAY 2998", "SECOND 2998");

        exchange(64);

        assertThat(left()).containsExactly("CONCURRENCY 2998", "DAY 1438");
    }

    @Test
    @DisplayName("S8: the removal skips rates that another node has locked")
    void locked() throws SQLException {
        try (Connection other = server.admin(name);
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.executeUpdate("update reeve.allowance set wanted = 1 where key = '=customer-2999'");

            exchange(64);
        }
        assertThat(left()).containsExactly("CONCURRENCY 2998", "DAY 1439", "SECOND 1");
    }

    @Test
    @DisplayName("S8: calls begin while an older engine that counts for itself owns shards, and wait for any other one")
    void olderEngine() {
        server.execute(name, """
                truncate reeve.allowance;
                insert into reeve.node (node, name, incarnation, joined_at, owns, shared, ttl_millis, format)
                values ('old', 'old', 1, now(), true, true, 10000, 3);
                update reeve.shard set node = 'old', former = '{""}'
                """);
        assertThat(granted(1)).isZero();

        server.execute(name, "update reeve.node set format = 2 where node = 'old'");

        assertThat(granted(2)).isEqualTo(4);
        server.execute(name, "update reeve.shard set node = null where shard = 7");
        assertThat(granted(3)).isZero();
    }

    private int granted(long number) {
        AllowanceNeed need = new AllowanceNeed(
                new AllowanceKey("a.do", AllowanceKey.Kind.CONCURRENCY, "k" + number), 0, Map.of(), null, 4, 4);
        return store.cluster()
                .allowances()
                .exchange(node, new AllowanceRequest(number, ShardSet.NONE, List.of(need)))
                .grants()
                .getFirst()
                .calls();
    }
}
