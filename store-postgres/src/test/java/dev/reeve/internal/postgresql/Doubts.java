package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Short words for tests of what goes wrong. */
public final class Doubts {

    static final Timeouts QUICK = new Timeouts(
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2));

    private Doubts() {}

    public static Store open(DataSource dataSource, Timeouts timeouts) {
        return PostgresStoreProvider.open(dataSource, timeouts).orElseThrow();
    }

    /** Registers a node that shares the store, with one lane. Returns its name with its incarnation. */
    static String shared(Store store, NodeId node) {
        assertThat(store.cluster().join(new Registration(node, false, true, Duration.ofHours(1)), 1))
                .hasSize(1);
        return node.toString();
    }

    public static CommitOutcome commit(LaneStore lane, Batch batch) {
        return lane.commit(batch).toCompletableFuture().join();
    }

    public static void commitAll(LaneStore lane, Batch... batches) {
        for (Batch batch : batches) {
            assertThat(commit(lane, batch)).isEqualTo(CommitOutcome.COMMITTED);
        }
    }

    /** On a thread of its own. */
    public static CompletableFuture<CommitOutcome> commitLater(LaneStore lane, Batch batch) {
        return CompletableFuture.supplyAsync(() -> commit(lane, batch), Doubts::onThread);
    }

    /** An executor: a thread for each task. */
    public static void onThread(Runnable task) {
        Thread.ofVirtual().start(task);
    }

    public static Reacquired reacquire(LaneStore lane) {
        try {
            return lane.reacquire().toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreException trouble) {
                throw trouble;
            }
            throw e;
        }
    }

    /** Asks until there is an answer, as an engine does. */
    public static Reacquired reacquireAtLast(LaneStore lane) {
        AtomicReference<@Nullable Reacquired> answer = new AtomicReference<>();
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    try {
                        answer.set(reacquire(lane));
                        return true;
                    } catch (StoreException e) {
                        assertThat(e.kind()).as("%s", e).isEqualTo(StoreException.Kind.UNAVAILABLE);
                        return false;
                    }
                });
        return Objects.requireNonNull(answer.get());
    }

    public static void assertInDoubt(CommitOutcome outcome, StoreException.Kind kind, String... words) {
        assertThat(outcome).isInstanceOfSatisfying(CommitOutcome.InDoubt.class, doubt -> {
            assertThat(doubt.cause().kind()).as("%s", doubt.cause()).isEqualTo(kind);
            for (String word : words) {
                assertThat(doubt.cause()).hasMessageContaining(word);
            }
        });
    }

    /** Waits until a backend of this database waits for that. */
    public static void awaitWaiting(TestServer server, String database, String event) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !server.query(
                                "postgres",
                                "select pid from pg_stat_activity where datname = '%s' and '%s' in (wait_event, wait_event_type)"
                                        .formatted(database, event))
                        .isEmpty());
    }
}
