package dev.reeve.internal.engine.postgresql;

import static dev.reeve.internal.engine.postgresql.SharedDatabase.PATIENCE;
import static dev.reeve.internal.engine.postgresql.SharedDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AlertOptions;
import dev.reeve.ClusterOptions;
import dev.reeve.ErrorCode;
import dev.reeve.JdbcReeve;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.client.KeptMessages;
import java.net.URI;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An engine with a configured name has lost its registration, and the store has one of another process of the name. */
final class NamesakeTest {

    private static final String FORGET = """
            delete from reeve.lane;
            delete from reeve.node;
            update reeve.shard set node = null, lane = null;
            """;
    private static final String NAMESAKE = """
            insert into reeve.node (node, name, incarnation, joined_at, shared, ttl_millis)
            values ('pod-0-1', 'pod-0', 1, now(), true, 3000);
            """;

    private final SharedDatabase database = new SharedDatabase();
    private final KeptMessages desk = new KeptMessages();

    private JdbcReeve open() {
        JdbcReeve reeve = database.open(NodeOptions.defaults()
                .withLanes(2)
                .withCluster(ClusterOptions.defaults().withTtl(TTL).withName("pod-0"))
                .withNotification(NotificationOptions.defaults()
                        .withChannel(desk)
                        .withAlerts(AlertOptions.defaults().withReceiver(URI.create("test://desk")))));
        reeve.deploy(TestWorkflows.ORDER);
        database.awaitOwners(1);
        return reeve;
    }

    private void assertAlert(String kind, String text) {
        assertThat(desk.all())
                .anySatisfy(alert -> assertThat(alert.data()).contains("\"kind\":\"%s\"".formatted(kind), text));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    @DisplayName("F59: an engine that registers again stops if a newer one of its name has started meanwhile")
    void aNewerOneMeanwhile() throws Exception {
        JdbcReeve old = open();

        try (Connection young = database.source().getConnection();
                Statement statement = young.createStatement()) {
            young.setAutoCommit(false);
            statement.execute("lock table reeve.shard in row exclusive mode");
            database.execute("begin; %s commit".formatted(FORGET));
            // The old one has looked, and no other engine had its name.
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> !database.rows("select pid from pg_locks where not granted")
                            .isEmpty());
            statement.execute(NAMESAKE);
            young.commit();
        }

        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            database.execute("update reeve.node set beat = beat + 1");
            assertAlert("STORE_UNAVAILABLE", "another engine was started under the name 'pod-0'");
        });
        assertThat(database.rows("select node from reeve.node")).containsExactly("pod-0-1");
        assertThatThrownBy(() -> old.start("order", "refused"))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCED));
    }

    @Test
    @DisplayName("F22: an engine whose name a failover gives back to a process that has ended waits, and goes on")
    void anEarlierOneComesBack() {
        JdbcReeve reeve = open();
        new OrderAgents().start(reeve, "a", 4);

        database.execute("begin; %s %s commit".formatted(FORGET, NAMESAKE));

        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(database.rows("select node from reeve.node"))
                        .singleElement()
                        .isNotEqualTo("pod-0-1"));
        database.awaitOwners(1);
        Map<?, ?> output = reeve.start("order", "o-1").await(Map.class, PATIENCE);
        assertThat(output).isEqualTo(Map.of("booked", "o-1"));
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertAlert("ENGINE_REMOVED", "the registration of engine 'pod-0' is gone"));
    }
}
