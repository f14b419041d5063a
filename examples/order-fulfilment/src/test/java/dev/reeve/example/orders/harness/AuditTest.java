package dev.reeve.example.orders.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.example.orders.Order;
import dev.reeve.example.orders.service.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An audit that cannot fail proves nothing: here everything that it looks for is planted. */
final class AuditTest {

    private static final Order TEA = new Order("order-1", "TEA-GREEN-100", 2, "tok_1");
    private static final Order POT = new Order("order-2", "TEAPOT-IRON", 1, "tok_2");

    private final List<Story> stories = new ArrayList<>(List.of(
            story(TEA, ExecutionStatus.COMPLETED, "RV-order-1"), story(POT, ExecutionStatus.COMPENSATED, null)));

    private final List<Entry> inventory = new ArrayList<>(List.of(
            entry("opening", "-", "stock", "TEA-GREEN-100", 1_000),
            entry("1/reserve", "order-1", "reserve", "TEA-GREEN-100", 2),
            entry("2/reserve", "order-2", "reserve", "TEAPOT-IRON", 1),
            entry("2/reserve/undo", "order-2", "release", "TEAPOT-IRON", 1)));

    private final List<Entry> payments = new ArrayList<>(List.of(
            entry("1/charge", "order-1", "charge", "tok_1", 13_80),
            entry("2/charge", "order-2", "charge", "tok_2", 64_00),
            entry("2/charge/undo", "order-2", "refund", "tok_2", 64_00)));

    private final List<Entry> shipping =
            new ArrayList<>(List.of(entry("1/ship", "order-1", "create", "RV-order-1", 1)));

    private final List<Entry> notifications = new ArrayList<>(List.of(entry("1/send", "order-1", "send", "mail", 1)));

    private final List<Entry> desk = new ArrayList<>(List.of(
            entry("1/close", "order-1", "close", "completed", 1),
            entry("2/close", "order-2", "close", "compensated", 1)));

    private static Entry entry(String key, String orderId, String action, String subject, long amount) {
        return new Entry(key, 1, orderId, action, subject, amount);
    }

    private static Story story(Order order, ExecutionStatus status, @Nullable String tracking) {
        Map<String, Integer> accepted = Map.of("reserve_inventory", 1, "charge_payment", 2);
        return new Story(
                order,
                status,
                null,
                Instant.EPOCH,
                Instant.EPOCH.plusMillis(80),
                tracking,
                Story.Counts.NONE,
                accepted);
    }

    private List<String> findings() {
        return Audit.of(
                        List.of(TEA, POT),
                        stories,
                        new DataDirectory.Ledgers(inventory, payments, shipping, notifications, desk))
                .stream()
                .flatMap(check -> check.findings().stream())
                .toList();
    }

    @Test
    void whatIsRightPasses() {
        List<Check> checks = Audit.of(
                List.of(TEA, POT),
                stories,
                new DataDirectory.Ledgers(inventory, payments, shipping, notifications, desk));

        assertThat(checks).allMatch(Check::passed);
        assertThat(checks)
                .extracting(Check::figures)
                .contains(
                        "2 orders = 1 fulfilled + 1 undone",
                        "3 pieces reserved - 1 released = 2 sold",
                        "77.80 EUR charged - 64.00 EUR refunded = 13.80 EUR earned",
                        "1 created - 0 cancelled = 1 on their way",
                        "10 effects; 2 steps were retried after their effect, and had no second one");
    }

    @Test
    @DisplayName("a second charge is found, with the same idempotency key or with another")
    void aSecondChargeIsFound() {
        payments.add(entry("1/charge", "order-1", "charge", "tok_1", 13_80));
        assertThat(findings())
                .contains("two effects have the idempotency key 1/charge")
                .contains("order order-1 (COMPLETED): expected 1,380, found 2,760");

        payments.set(3, entry("1/other", "order-1", "charge", "tok_1", 13_80));
        assertThat(findings()).contains("order order-1: two times charge");
    }

    @Test
    void aChargeOfAnUndoneOrderIsFound() {
        payments.removeLast();

        assertThat(findings())
                .contains(
                        "order order-2 (COMPENSATED): expected 0, found 6,400",
                        "money: order order-2 (COMPENSATED): expected 0, found 6,400");
    }

    @Test
    void aWrongAmountIsFound() {
        payments.set(0, entry("1/charge", "order-1", "charge", "tok_1", 13_79));

        assertThat(findings())
                .containsExactly(
                        "order order-1 (COMPLETED): expected 1,380, found 1,379",
                        "in all: expected 1,380, found 1,379");
    }

    @Test
    void stockThatWasNotReleasedIsFound() {
        inventory.removeLast();

        assertThat(findings()).contains("stock: order order-2 (COMPENSATED): expected 0, found 1");
    }

    @Test
    void aStepThatIsRecordedAsDoneAndWasNotIsFound() {
        payments.removeFirst();

        assertThat(findings())
                .contains("order order-1: charge_payment is recorded as done, and the service knows nothing of it");
    }

    @Test
    void aMissingParcelAndAWrongTrackingNumberAreFound() {
        shipping.set(0, entry("1/ship", "order-1", "create", "RV-other", 1));
        assertThat(findings())
                .containsExactly("order order-1 received tracking number RV-order-1, and its parcel has RV-other");

        shipping.clear();
        assertThat(findings())
                .containsExactly("order order-1 (COMPLETED): expected 1, found 0", "in all: expected 1, found 0");
    }

    @Test
    void aLostOrderIsFound() {
        stories.removeLast();

        assertThat(findings())
                .contains("order order-2 has no execution", "charge of order order-2, which the engine does not know");
    }

    @Test
    void moneyOfNobodyIsFound() {
        payments.add(entry("3/charge", "order-3", "charge", "tok_3", 5));

        assertThat(findings())
                .containsExactly(
                        "in all: expected 1,380, found 1,385",
                        "charge of order order-3, which the engine does not know");
    }

    @Test
    void anOrderThatHasNotEndedIsFound() {
        stories.set(1, story(POT, ExecutionStatus.ESCALATED, null));

        assertThat(findings()).contains("order order-2 is still ESCALATED");
    }

    @Test
    void anOrderWithOtherContentIsFound() {
        Order other = new Order("order-1", "TEA-GREEN-100", 2, "tok_9");
        stories.set(0, story(other, ExecutionStatus.COMPLETED, "RV-order-1"));

        assertThat(findings()).singleElement().asString().contains("accepted with other content");
    }

    @Test
    void anOrderThatWasFiledWronglyIsFound() {
        desk.set(1, entry("2/close", "order-2", "close", "completed", 1));
        assertThat(findings()).containsExactly("order order-2 ended COMPENSATED, and was filed as completed");

        desk.removeLast();
        assertThat(findings()).containsExactly("order order-2 ended COMPENSATED, and was filed as null");
    }
}
