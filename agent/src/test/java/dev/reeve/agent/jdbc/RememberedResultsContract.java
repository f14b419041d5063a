package dev.reeve.agent.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.InvalidException;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The guarantees for services with a database of their own, on one kind of database. */
abstract class RememberedResultsContract {

    record Booked(int id, String room) {}

    private static final Json BOOKED = new Json("{\"id\":7,\"room\":\"blue\"}");

    private Instant now = Instant.parse("2026-03-01T12:00:00Z");

    /** An empty database. */
    abstract DataSource dataSource();

    @BeforeEach
    void tables() throws SQLException {
        execute("create table booking (room varchar(100) not null)");
        execute("""
                create table reeve_result (
                    idempotency_key varchar(700) not null primary key,
                    result          text,
                    stored_at       bigint       not null
                )
                """);
        execute("create index reeve_result_stored_at on reeve_result (stored_at)");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int count(String table) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private RememberedResults results() {
        return RememberedResults.in(dataSource()).withClock(() -> now);
    }

    private static Booked book(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into booking (room) values ('blue')");
        }
        return new Booked(7, "blue");
    }

    @Test
    @DisplayName("A9: a repeated attempt returns the stored result, and has no second effect")
    void once() throws Exception {
        assertThat(results().once("e1/book", RememberedResultsContract::book)).isEqualTo(BOOKED);
        assertThat(results().once("e1/book", connection -> {
                    throw new AssertionError("called again");
                }))
                .isEqualTo(BOOKED);
        assertThat(results().once("e2/book", RememberedResultsContract::book)).isEqualTo(BOOKED);
        assertThat(count("booking")).isEqualTo(2);
        assertThat(results().once("e1/nothing", connection -> null)).isEqualTo(Json.NULL);
        assertThat(results().once("e1/nothing", RememberedResultsContract::book))
                .isEqualTo(Json.NULL);
        assertThat(results().once("e1/json", connection -> BOOKED)).isEqualTo(BOOKED);
        assertThat(results().once("e1/map", connection -> Map.of("n", 1))).isEqualTo(new Json("{\"n\":1}"));
    }

    @Test
    @DisplayName("A9: an effect that fails is rolled back, and the next attempt has it")
    void failed() throws Exception {
        StepFailure declined = StepFailure.businessError("FULL", "no room");
        assertThatThrownBy(() -> results().once("e1/book", connection -> {
                    book(connection);
                    throw declined;
                }))
                .isSameAs(declined);
        assertThat(count("booking") + count("reeve_result")).isZero();
        assertThatThrownBy(() -> results().once("e1/book", connection -> {
                    book(connection);
                    try (Statement statement = connection.createStatement()) {
                        return statement.execute("insert into nowhere values (1)");
                    }
                }))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> results().once("e1/book", connection -> {
                    book(connection);
                    List<Object> endless = new ArrayList<>();
                    endless.add(endless);
                    return endless;
                }))
                .isInstanceOfSatisfying(
                        StepFailure.class, e -> assertThat(e.code()).isEqualTo("RESULT_INVALID"));

        assertThat(results().once("e1/book", RememberedResultsContract::book)).isEqualTo(BOOKED);
        assertThat(count("booking")).isEqualTo(1);
    }

    @Test
    @DisplayName("A9: attempts at the same time have one effect, and return one result")
    void concurrent() throws Exception {
        AtomicInteger effects = new AtomicInteger();
        Callable<Json> attempt = () -> {
            while (true) {
                try {
                    return results().once("e1/book", connection -> {
                        book(connection);
                        return new Booked(effects.incrementAndGet(), "blue");
                    });
                } catch (StepFailure busy) {
                    assertThat(busy.code()).isEqualTo("RESULTS_UNAVAILABLE");
                }
            }
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<Json>> found = threads.invokeAll(
                    IntStream.range(0, 16).mapToObj(i -> attempt).toList());
            for (Future<Json> one : found) {
                assertThat(one.get()).isEqualTo(new Json("{\"id\":1,\"room\":\"blue\"}"));
            }
        }
        assertThat(effects).hasValue(1);
        assertThat(count("booking")).isEqualTo(1);
    }

    @Test
    @DisplayName("A9: the second attempt begins only after the first one was rolled back, and has the effect then")
    void firstIsRolledBack() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Json> first = threads.submit(() -> results().once("e1/book", connection -> {
                book(connection);
                inside.countDown();
                goOn.await();
                throw new IllegalStateException("lost");
            }));
            inside.await();
            Future<Json> second = threads.submit(() -> {
                while (true) {
                    try {
                        return results().once("e1/book", connection -> {
                            assertThat(goOn.getCount()).isZero();
                            return book(connection);
                        });
                    } catch (StepFailure busy) {
                        assertThat(busy.code()).isEqualTo("RESULTS_UNAVAILABLE");
                        goOn.countDown();
                    }
                }
            });
            goOn.countDown();

            assertThat(second.get()).isEqualTo(BOOKED);
            assertThatThrownBy(first::get).hasMessageContaining("lost");
        }
        assertThat(count("booking")).isEqualTo(1);
    }

    @Test
    @DisplayName("A9: in the caller's transaction a failed effect is undone, and the rest goes on")
    void callersTransaction() throws Exception {
        try (Connection connection = dataSource().getConnection()) {
            assertThatThrownBy(() -> results().once(connection, "e1/book", RememberedResultsContract::book))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("setAutoCommit(false)");
            connection.setAutoCommit(false);
            book(connection);
            assertThatThrownBy(() -> results().once(connection, "e1/book", same -> {
                        book(same);
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");
            assertThat(results().once(connection, "e1/more", RememberedResultsContract::book))
                    .isEqualTo(BOOKED);
            assertThat(results().once(connection, "e1/more", same -> "again")).isEqualTo(BOOKED);
            connection.commit();
        }
        assertThat(count("booking")).isEqualTo(2);
        assertThat(count("reeve_result")).isEqualTo(1);
    }

    @Test
    @DisplayName("A9: old results are removed, the oldest first, as many as the caller allows")
    void forget() throws Exception {
        for (int i = 0; i < 5; i++) {
            results().once("e%d/book".formatted(i), RememberedResultsContract::book);
            now = now.plus(Duration.ofDays(1));
        }

        assertThat(results().forget(Duration.ofDays(3), 2)).isEqualTo(2);
        assertThat(results().forget(Duration.ofDays(3), 2)).isEqualTo(1);
        assertThat(results().forget(Duration.ofDays(3), 2)).isZero();

        assertThat(count("reeve_result")).isEqualTo(2);
        assertThat(results().once("e4/book", connection -> "new")).isEqualTo(BOOKED);
        assertThat(results().once("e0/book", connection -> "new")).isEqualTo(new Json("\"new\""));
        assertThatThrownBy(() -> results().forget(Duration.ofDays(3), 0)).isInstanceOf(InvalidException.class);
    }

    @Test
    @DisplayName("A9: an attempt that cannot ask has no effect, and says so")
    void noTable() throws Exception {
        RememberedResults elsewhere = results().withTable("missing");

        assertThatThrownBy(() -> elsewhere.once("e1/book", RememberedResultsContract::book))
                .isInstanceOfSatisfying(StepFailure.class, e -> {
                    assertThat(e.code()).isEqualTo("RESULTS_UNAVAILABLE");
                    assertThat(e.mayBeDone()).isFalse();
                });
        assertThat(count("booking")).isZero();
        assertThatThrownBy(() -> results().withTable("a; drop table booking"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
