package dev.reeve.example.orders.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.BreakerOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ServiceOptions;
import dev.reeve.Start;
import dev.reeve.agent.StepFailure;
import dev.reeve.example.orders.Order;
import dev.reeve.example.orders.Shop;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A service that is down for all callers")
class ServiceDownTest {

    private static final int ORDERS = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final ServiceOptions HASTY = ServiceOptions.defaults()
            .withBreaker(BreakerOptions.defaults()
                    .withFailureShare(0.5)
                    .withOpenFirst(Duration.ofMillis(200))
                    .withOpenMax(Duration.ofSeconds(1)));

    @TempDir
    private Path directory;

    private final AtomicBoolean down = new AtomicBoolean(true);
    private final AtomicInteger refused = new AtomicInteger();

    @Test
    @DisplayName("R3, O5: orders wait without using up attempts, one incident is raised, and all are fulfilled "
            + "afterwards")
    void ordersWaitForTheBank() {
        try (Reeve reeve = Reeve.open(
                directory.resolve("orders.db"), NodeOptions.defaults().withServices(HASTY))) {
            reeve.deploy(Shop.workflow());
            List<Execution> orders = new ArrayList<>();
            for (int i = 0; i < ORDERS; i++) {
                orders.add(order(reeve, i));
            }
            // All wait before the first call, so that none has used up its attempts when the breaker has seen enough.
            employ(reeve);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> !reeve.services().incidents().isEmpty());
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(stopped(reeve)).contains("payment.charge"));

            down.set(false);

            assertThat(orders)
                    .allSatisfy(order ->
                            assertThat(order.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED));
            assertThat(refused.get())
                    .as("calls that the bank had to turn away, of %d that the retries would have made", ORDERS * 5)
                    .isLessThan(ORDERS * 2);
            // It counts as over when enough orders after these went well.
            for (int i = ORDERS; isLasting(reeve); i++) {
                assertThat(order(reeve, i).awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
            }
            assertThat(reeve.services().incidents()).hasSize(1);
            assertThat(reeve.inbox().groups()).isEmpty();
        }
    }

    private static Execution order(Reeve reeve, int number) {
        Order order = new Order("order-" + number, "STRAINER", 1, "tok_1");
        return reeve.start(Shop.WORKFLOW, order, Start.key(order.orderId()));
    }

    private static boolean isLasting(Reeve reeve) {
        return reeve.services().incidents().stream().anyMatch(incident -> incident.closedAt() == null);
    }

    /** The service that is left alone, as the list of services tells it. */
    private static List<String> stopped(Reeve reeve) {
        return reeve.services().list().stream()
                .filter(service -> service.isStopped())
                .map(service -> service.action())
                .toList();
    }

    private void employ(Reeve reeve) {
        reeve.agent("shop")
                .action("inventory.reserve", Json.class, (input, step) -> Map.of("total", 4_200))
                .action("inventory.release", Json.class, (input, step) -> null)
                .action("payment.charge", Json.class, (input, step) -> {
                    if (down.get()) {
                        refused.incrementAndGet();
                        throw StepFailure.transientError("BANK_AWAY", "nobody answers");
                    }
                    return Map.of("payment", "p-" + step.execution());
                })
                .action("payment.refund", Json.class, (input, step) -> null)
                .action("shipping.create", Json.class, (input, step) -> Map.of("tracking", "t-1"))
                .action("shipping.cancel", Json.class, (input, step) -> null)
                .action("notification.send", Json.class, (input, step) -> null)
                .action("order.close", Json.class, (input, step) -> null)
                .start();
    }
}
