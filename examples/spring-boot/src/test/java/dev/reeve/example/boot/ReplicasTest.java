package dev.reeve.example.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three replicas of the shop behind a load balancer that sends requests to replicas that are ready, and repeats none. A
 * rolling restart takes a replica out of the rotation, waits for its requests, ends it with SIGTERM, and starts another
 * one.
 */
@DisplayName("Three replicas of the shop, which restart in turn under load")
final class ReplicasTest {

    private static final int REPLICAS = 3;
    private static final int STOCK = 1_000_000;
    private static final Duration BETWEEN_ORDERS = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<Replica> rotation = new CopyOnWriteArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicInteger orders = new AtomicInteger();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Queue<Long> millis = new ConcurrentLinkedQueue<>();

    @Test
    @Tag("proof")
    @DisplayName("A rolling restart fails no request, and every order ends")
    void once() throws Exception {
        restarts(Duration.ZERO);
    }

    @Test
    @Tag("soak")
    @DisplayName("Ten minutes of rolling restarts fail no request, and every order ends")
    void forTenMinutes() throws Exception {
        restarts(Duration.ofSeconds(Integer.getInteger("replicas.seconds", 600)));
    }

    private void restarts(Duration atLeast) throws Exception {
        try (EmbeddedPostgres postgres =
                        EmbeddedPostgres.builder().setPGStartupWait(PATIENCE).start();
                HttpClient client = HttpClient.newHttpClient()) {
            String database = postgres.getJdbcUrl("postgres", "postgres");
            int started = 0;
            int restarts = 0;
            List<String> errors = new CopyOnWriteArrayList<>();
            try {
                for (; started < REPLICAS; started++) {
                    rotation.add(Replica.start("replica-" + started, database));
                }
                change(postgres, "update stock set free = " + STOCK);
                AtomicBoolean placing = new AtomicBoolean(true);
                Thread load = Thread.ofPlatform().start(() -> placeOrders(client, placing));
                long deadline = System.nanoTime() + atLeast.toNanos();
                do {
                    for (int place = 0; place < REPLICAS; place++) {
                        Replica old = rotation.removeFirst();
                        old.retire();
                        old.close();
                        errors.addAll(old.errors());
                        rotation.add(Replica.start("replica-" + started++, database));
                        restarts++;
                    }
                } while (System.nanoTime() < deadline);
                placing.set(false);
                load.join();
                awaitEnds(client);
            } finally {
                for (Replica replica : rotation) {
                    replica.close();
                    errors.addAll(replica.errors());
                }
            }
            print(restarts);
            errors.forEach(line -> System.out.println("logged by a replica: " + line));

            assertThat(failures).as("requests that failed").isEmpty();
            assertThat(count(postgres, "select count(*) from orders")).isEqualTo(orders.get());
            assertThat(count(postgres, "select free from stock"))
                    .as("each order took its goods once, and declined ones gave them back once")
                    .isEqualTo(STOCK - (orders.get() - declined()));
        }
    }

    /** Places an order each time the pause is over, whether or not those before are answered. */
    private void placeOrders(HttpClient client, AtomicBoolean placing) {
        long next = System.nanoTime();
        try (ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor()) {
            while (placing.get()) {
                int order = orders.getAndIncrement();
                long intended = next;
                requests.execute(() -> place(client, order, intended));
                next += BETWEEN_ORDERS.toNanos();
                LockSupport.parkNanos(Math.max(0, next - System.nanoTime()));
            }
        }
    }

    private void place(HttpClient client, int order, long intended) {
        String body = """
                {"id": "o-%d", "sku": "tea", "quantity": 1, "cents": %d}""".formatted(order, isDeclined(order) ? 200_000 : 500);
        send(client, "/orders", BodyPublishers.ofString(body), 202);
        millis.add(Duration.ofNanos(System.nanoTime() - intended).toMillis());
        send(client, "/orders/o-" + order, BodyPublishers.noBody(), 200);
    }

    private static boolean isDeclined(int order) {
        return order % 10 == 9;
    }

    private int declined() {
        return orders.get() / 10;
    }

    private String send(HttpClient client, String path, HttpRequest.BodyPublisher body, int expected) {
        Replica replica = next();
        HttpRequest.Builder request =
                HttpRequest.newBuilder(replica.address().resolve(path)).timeout(PATIENCE);
        if (expected == 202) {
            request.header("Content-Type", "application/json").POST(body);
        }
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            if (answer.statusCode() != expected) {
                failures.add("%s: %d %s".formatted(path, answer.statusCode(), answer.body()));
            }
            return answer.body();
        } catch (IOException e) {
            failures.add("%s: %s".formatted(path, e));
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        } finally {
            replica.end();
        }
    }

    private Replica next() {
        while (true) {
            List<Replica> ready = List.copyOf(rotation);
            Replica replica = ready.get(Math.floorMod(turn.getAndIncrement(), ready.size()));
            if (replica.begin()) {
                return replica;
            }
        }
    }

    private void awaitEnds(HttpClient client) {
        for (int i = 0; i < orders.get(); i++) {
            int order = i;
            String end = isDeclined(order) ? "COMPENSATED" : "COMPLETED";
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .untilAsserted(() -> assertThat(send(client, "/orders/o-" + order, BodyPublishers.noBody(), 200))
                            .as("order %d", order)
                            .contains(end));
        }
    }

    private void print(int restarts) {
        long[] sorted = millis.stream().mapToLong(Long::longValue).sorted().toArray();
        String times = sorted.length == 0
                ? "none"
                : "p50 %d, p99 %d, longest %d"
                        .formatted(
                                sorted[sorted.length / 2],
                                sorted[sorted.length * 99 / 100],
                                Arrays.stream(sorted).max().orElse(0));
        System.out.printf(
                "%d restarts, %d orders, %d requests failed; ms until an order was accepted: %s%n",
                restarts, orders.get(), failures.size(), times);
    }

    private static void change(EmbeddedPostgres postgres, String statement) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement sql = connection.createStatement()) {
            sql.executeUpdate(statement);
        }
    }

    private static int count(EmbeddedPostgres postgres, String query) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }
}
