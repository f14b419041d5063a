package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AlertOptions;
import dev.reeve.ClockJump;
import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.engine.client.KeptMessages;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.postgresql.TestServer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** F26: the clock of the database jumps under an engine. */
@Tag("proof")
final class ClockJumpTest {

    private static final Duration TTL = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final KeptMessages alerts = new KeptMessages();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    /** The database gets a clock that can be set. */
    @BeforeEach
    void otherClock() {
        execute("create table public.clock as select interval '0' as ahead");
        execute("alter function pg_catalog.clock_timestamp() rename to true_clock_timestamp");
        execute("create function pg_catalog.clock_timestamp() returns timestamptz language sql volatile as"
                + " 'select pg_catalog.true_clock_timestamp() + c.ahead from public.clock as c'");
    }

    @AfterEach
    void release() {
        done.countDown();
    }

    private void execute(String sql) {
        server.execute(Objects.requireNonNull(database.getDatabaseName()), sql);
    }

    private Reeve open() {
        Reeve reeve = Reeve.open(
                database,
                NodeOptions.defaults()
                        .withLanes(2)
                        .withCluster(ClusterOptions.defaults().withTtl(TTL))
                        .withNotification(NotificationOptions.defaults()
                                .withChannel(alerts)
                                .withAlerts(AlertOptions.defaults().withReceiver(URI.create("test://desk")))));
        reeve.deploy(DefinitionReader.parse("""
                workflow: work
                steps: { work: { action: test.work, completeBy: 4m, onUnknown: escalate } }
                """));
        reeve.deploy(DefinitionReader.parse("workflow: sleep\nsteps: { sleep: { wait: 8m } }"));
        reeve.agent("worker")
                .action("test.work", Object.class, (input, step) -> {
                    begun.countDown();
                    done.await();
                    return "done";
                })
                .start();
        return reeve;
    }

    @Test
    @DisplayName(
            "F26: after a failover to a clock that is ahead, work under way is not late, nothing is woken before the freeze is over, and an alert is raised")
    void ahead() throws Exception {
        try (Reeve reeve = open()) {
            Execution work = reeve.start("work", "x");
            Execution sleeper = reeve.start("sleep", "x");
            begun.await();

            execute("update public.clock set ahead = '10 minutes'");
            ClockJump jump = jump(reeve);
            done.countDown();

            work.await(Object.class, PATIENCE);
            assertThat(work.summary().endedAt()).isBefore(jump.frozenUntil());
            assertThat(jump.length()).isBetween(Duration.ofSeconds(595), Duration.ofSeconds(605));
            sleeper.await(Object.class, PATIENCE);
            assertThat(sleeper.summary().endedAt()).isAfter(jump.frozenUntil());
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() ->
                            alerts.all().stream().anyMatch(alert -> alert.data().contains("CLOCK_JUMPED")));
        }
    }

    @Test
    @DisplayName("F26: after a failover to a clock that is behind, executions go on, and no history goes back")
    void behind() throws Exception {
        try (Reeve reeve = open()) {
            Execution work = reeve.start("work", "x");
            begun.await();
            Instant before = work.summary().startedAt();

            execute("update public.clock set ahead = '-10 minutes'");
            ClockJump jump = jump(reeve);
            done.countDown();
            work.await(Object.class, PATIENCE);

            assertThat(jump.length()).isNegative();
            assertThat(work.summary().endedAt()).isAfter(before);
            Execution next = reeve.start("work", "y");
            next.await(Object.class, PATIENCE);
            assertThat(next.summary().startedAt()).isAfter(before);
        }
    }

    private static ClockJump jump(Reeve reeve) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> reeve.health().clockJump(), jump -> jump.isPresent())
                .orElseThrow();
    }
}
