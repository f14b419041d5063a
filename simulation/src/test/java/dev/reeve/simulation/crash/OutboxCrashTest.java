package dev.reeve.simulation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.DeliveryOptions;
import dev.reeve.ExecutionId;
import dev.reeve.NotificationOptions;
import dev.reeve.internal.engine.client.KeptMessages;
import dev.reeve.internal.engine.notification.Channels;
import dev.reeve.internal.engine.notification.Courier;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.Receipt;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The courier dies at its k-th write to the store, for every k, before and after it takes effect; another one goes on
 * with what is in the store, and every message arrives, in its order (S10, F1, F14, F15).
 */
final class OutboxCrashTest {

    private static final int CALLS_MAX = 100;
    private static final String RECEIVER = "test://shop";
    private static final NotificationOptions OPTIONS = NotificationOptions.defaults()
            .withDelivery(DeliveryOptions.defaults().withTimeout(Duration.ofSeconds(5)));

    private final ManualClock clock = new ManualClock(Fixture.START.plusSeconds(10));

    private final Map<String, List<Integer>> arrived = new LinkedHashMap<>();

    private final KeptMessages channel = new KeptMessages(message -> {
        arrived.computeIfAbsent(String.valueOf(message.subject()), subject -> new ArrayList<>())
                .add(Integer.parseInt(message.id().substring(message.id().indexOf('.') + 1)));
        return Receipt.DELIVERED;
    });

    @Test
    @DisplayName("S10 F1: after the courier dies at any point another one continues, and messages arrive in "
            + "order: SQLite")
    void everyCrashOnSqlite() {
        try (Database database = new SqliteDatabase()) {
            everyCrash(database);
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("S10 F1: after the courier dies at any point another one continues, and messages arrive in "
            + "order: PostgreSQL")
    void everyCrashOnPostgres() {
        try (Database database = new PostgresDatabase()) {
            everyCrash(database);
        }
    }

    private void everyCrash(Database database) {
        int crashes = 0;
        for (CrashPoint.Moment moment : CrashPoint.Moment.values()) {
            int k = 1;
            while (crashesAt(database, new CrashPoint(k, moment))) {
                assertThat(++k).as("calls").isLessThan(CALLS_MAX);
                crashes++;
            }
        }
        assertThat(crashes).isGreaterThan(10);
    }

    /** @return whether there was such a call */
    private boolean crashesAt(Database database, CrashPoint point) {
        arrived.clear();
        database.empty();
        List<ExecutionId> ids;
        try (Store store = database.open()) {
            ids = post(store);
            deliver(new CrashingStore(store, point), point);
        }
        try (Store store = database.open()) {
            deliver(store, CrashPoint.never());
            assertThat(store.outbox().receivers(null, 10)).as("%s", point).isEmpty();
        }
        for (ExecutionId id : ids) {
            List<Integer> first = new ArrayList<>(new LinkedHashSet<>(arrived.getOrDefault(id.toString(), List.of())));
            assertThat(first).as("%s", point).containsExactly(4, 5, 8);
        }
        return point.isDead();
    }

    private static List<ExecutionId> post(Store store) {
        Fixture fixture = new Fixture(1);
        List<ExecutionId> ids = fixture.ids(3);
        List<OutboxRow> messages = new ArrayList<>();
        for (ExecutionId id : ids) {
            for (int number : new int[] {4, 5, 8}) {
                messages.add(new OutboxRow(id, number, Fixture.START, RECEIVER, RECEIVER + "/", null, "test", "{}"));
            }
        }
        Batch start = Fixture.startAll(ids);
        store.join(fixture.node("a"), 1)
                .getFirst()
                .commit(new Batch(start.journal(), start.started(), start.changed(), messages))
                .toCompletableFuture()
                .join();
        return ids;
    }

    /** Longer than claims of a dead courier last. */
    private void deliver(Store store, CrashPoint point) {
        Courier courier =
                new Courier(store.outbox(), clock, new SplittableRandom(1), new Channels(List.of(channel)), OPTIONS);
        Instant until = clock.now().plusSeconds(60);
        while (clock.now().isBefore(until) && !point.isDead()) {
            long rest = courier.runOnce();
            clock.pass(Duration.ofNanos(Math.min(rest, Duration.ofSeconds(1).toNanos()) + 1_000));
        }
    }
}
