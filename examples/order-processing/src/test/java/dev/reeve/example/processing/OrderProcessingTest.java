package dev.reeve.example.processing;

import static dev.reeve.example.processing.Partner.Conduct.LOSES_ANSWER;
import static dev.reeve.example.processing.Partner.Conduct.LOSES_REQUEST;
import static dev.reeve.example.processing.Partner.Conduct.REFUSES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import dev.reeve.InboxGroup;
import dev.reeve.Reeve;
import dev.reeve.example.processing.Partner.Conduct;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** E1: every path that an order can take. */
@DisplayName("Order processing")
class OrderProcessingTest {

    private static @Nullable Server server;

    private final Moods moods = new Moods();
    private World world;
    private Reeve reeve;

    @BeforeAll
    static void startServer() throws IOException {
        server = Server.start();
    }

    @AfterAll
    static void stopServer() {
        Objects.requireNonNull(server).close();
    }

    @BeforeEach
    void open() throws SQLException {
        world = World.open(Objects.requireNonNull(server).database(), moods);
        reeve = world.reeve();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private Execution take(String id, Conduct... conducts) throws SQLException {
        moods.plan(id, conducts);
        return world.take(new Order(id, "lamp", 1)).orElseThrow();
    }

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofMinutes(2));
    }

    private void awaitState(String order, String state) {
        soon().untilAsserted(() -> assertThat(world.states()).containsEntry(order, state));
    }

    private void assertCarriedOutOnce(String order) throws SQLException {
        assertThat(world.carriedOut().values()).containsOnlyOnce(order);
    }

    private record Confirmation(String confirmation) {}

    /** The attempts that began after an event that says this. */
    private static List<Event> startedAfter(Execution execution, String words) {
        return execution.history().stream()
                .map(HistoryEntry::event)
                .dropWhile(event -> !event.toString().contains(words))
                .filter(Event.StepStarted.class::isInstance)
                .toList();
    }

    private static int attempts(Execution execution) {
        return execution.describe().steps().getFirst().attempts();
    }

    @Test
    @DisplayName("S3, S10, D1: an order is stored with its execution, carried out, and confirmed to the shop")
    void carriedOut() throws SQLException {
        Execution execution = take("plain");

        awaitState("plain", "completed");
        assertCarriedOutOnce("plain");
        assertThat(execution.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(execution.await(Confirmation.class, Duration.ofMinutes(1))).isEqualTo(new Confirmation("c-plain"));
        assertThat(reeve.health().verify(done -> {}).isSound()).isTrue();
    }

    @Test
    @DisplayName("S3: an order that the shop rolls back leaves no execution behind")
    void notWanted() throws SQLException {
        assertThat(world.take(new Order("too-many", "lamp", 1_001))).isEmpty();

        assertThat(world.states()).doesNotContainKey("too-many");
        assertThat(reeve.find("too-many")).isEmpty();
    }

    @Test
    @Tag("proof")
    @DisplayName("V4, D3: a lost request is repeated after complete-by")
    void requestIsLost() throws SQLException {
        Execution execution = take("lost", LOSES_REQUEST);

        awaitState("lost", "completed");
        assertCarriedOutOnce("lost");
        assertThat(attempts(execution)).isGreaterThan(1);
    }

    @Test
    @Tag("proof")
    @DisplayName("V4, D3: two lost requests are repeated: the third attempt succeeds")
    void twoRequestsAreLost() throws SQLException {
        Execution execution = take("lost-twice", LOSES_REQUEST, LOSES_REQUEST);

        awaitState("lost-twice", "completed");
        assertCarriedOutOnce("lost-twice");
        assertThat(attempts(execution)).isEqualTo(3);
    }

    @Test
    @Tag("proof")
    @DisplayName("A2, A9: a lost answer is requested again with the same key, and the order is carried out once")
    void answerIsLost() throws SQLException {
        Execution execution = take("unheard", LOSES_ANSWER);

        awaitState("unheard", "completed");
        assertCarriedOutOnce("unheard");
        assertThat(attempts(execution)).isGreaterThan(1);
    }

    @Test
    @Tag("proof")
    @DisplayName("V4, O1, O2: beyond the threshold an operator is alerted, and retries when the partner is back")
    void overTheThreshold() throws SQLException {
        Execution execution = take("silent", LOSES_REQUEST, LOSES_REQUEST, LOSES_REQUEST);

        awaitState("silent", "escalated");
        assertThat(attempts(execution)).isEqualTo(3);
        InboxGroup group = reeve.inbox().groups().stream()
                .filter(found -> found.example().equals(execution.id()))
                .findFirst()
                .orElseThrow();
        assertThat(group.action()).isEqualTo("partner.carry_out");
        assertThat(group.cause()).isEqualTo(Cause.SILENT);

        execution.actingAs("olga").recovery().retry("carry_out", "the partner says that they are back");

        awaitState("silent", "completed");
        assertCarriedOutOnce("silent");
    }

    @Test
    @DisplayName("R4: an order that the partner refuses is not retried, and an operator cancels it")
    void refused() throws SQLException {
        Execution execution = take("refused", REFUSES, REFUSES, REFUSES);

        awaitState("refused", "escalated");
        assertThat(startedAfter(execution, "REFUSED")).isEmpty();
        assertThat(execution.summary().error()).contains("REFUSED").contains("no lamp is made any more");

        execution.actingAs("olga").cancel("the customer has their money back");

        awaitState("refused", "cancelled");
        assertThat(world.carriedOut()).doesNotContainValue("refused");
    }

    @Test
    @DisplayName("S6: work in progress when the engine stopped is carried out once by the next engine")
    void engineGoes() throws SQLException {
        Execution execution = take("handed-over", LOSES_ANSWER);
        close();
        open();

        awaitState("handed-over", "completed");
        assertCarriedOutOnce("handed-over");
        assertThat(reeve.find("handed-over").orElseThrow().id()).isEqualTo(execution.id());
    }
}
