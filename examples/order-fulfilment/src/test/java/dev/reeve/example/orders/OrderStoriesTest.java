package dev.reeve.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.ExecutionStatus;
import dev.reeve.test.ActionCall;
import dev.reeve.test.Effect;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** E2: every story that an order can tell, in virtual time, with services that do what the story says. */
@ReeveTest
@DisplayName("Stories of orders")
class OrderStoriesTest {

    private static final Order ORDER = new Order("order-1", "STRAINER", 2, "tok_1");
    private static final Map<String, Integer> RESERVED = Map.of("total", 4_200);
    private static final Map<String, String> PAID = Map.of("payment", "p-1");
    private static final Map<String, String> SHIPPED = Map.of("tracking", "t-1");

    @BeforeEach
    void deploy(VirtualReeve reeve) {
        reeve.deploy(Shop.workflow()).otherActionsSucceed(Shop.workflow());
        reeve.on("inventory.reserve").answers(RESERVED);
        reeve.on("payment.charge").answers(PAID);
        reeve.on("shipping.create").answers(SHIPPED);
    }

    private static VirtualExecution order(VirtualReeve reeve) {
        return reeve.start("order_fulfilment", ORDER);
    }

    /** Actions whose effect is there at the end. */
    private static List<String> standing(VirtualReeve reeve) {
        return reeve.effects().stream()
                .filter(effect -> !effect.isUndone())
                .map(Effect::action)
                .toList();
    }

    private static List<String> called(VirtualReeve reeve) {
        return reeve.calls().stream().map(ActionCall::action).toList();
    }

    @Test
    @DisplayName("without faults: reserved, charged, shipped, notified and filed, each once")
    void fulfilled(VirtualReeve reeve) {
        VirtualExecution order = order(reeve);

        assertThat(order.await(Map.class).get("tracking")).isEqualTo("t-1");
        assertThat(called(reeve))
                .containsExactlyInAnyOrder(
                        "inventory.reserve", "payment.charge", "shipping.create", "notification.send", "order.close");
    }

    @Test
    @DisplayName("V5: the payment times out, but was made: the probe finds it, and nothing is charged twice")
    void chargedButSilent(VirtualReeve reeve) {
        reeve.on("payment.charge").succeedsButTheReportIsLost(PAID);

        VirtualExecution order = order(reeve);

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("payment.charge")).hasSize(1);
        assertThat(reeve.calls("payment.status")).isNotEmpty();
        assertThat(reeve.effects())
                .filteredOn(effect -> effect.action().equals("payment.charge"))
                .singleElement()
                .satisfies(effect -> assertThat(effect.times()).isEqualTo(1));
    }

    @Test
    @DisplayName("V5: the payment times out and was not made: the probe says so, and it is retried with the same key")
    void silentAndNotCharged(VirtualReeve reeve) {
        reeve.on("payment.charge").timesOut().answers(PAID);

        VirtualExecution order = order(reeve);

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("payment.charge")).hasSize(2);
        assertThat(reeve.calls("payment.charge"))
                .extracting(ActionCall::idempotencyKey)
                .containsOnly(order.id() + "/charge_payment");
    }

    @Test
    @DisplayName("R4: the card is declined: no second attempt, and the stock goes back at once")
    void declined(VirtualReeve reeve) {
        reeve.on("payment.charge").failsWithBusinessError("CARD_DECLINED");

        VirtualExecution order = order(reeve);

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("payment.charge")).hasSize(1);
        assertThat(reeve.calls("payment.refund")).as("nothing was paid").isEmpty();
        assertThat(standing(reeve)).doesNotContain("inventory.reserve");
    }

    @Test
    @DisplayName("out of stock: nothing is undone, and the order is filed as failed")
    void outOfStock(VirtualReeve reeve) {
        reeve.on("inventory.reserve").failsWithBusinessError("OUT_OF_STOCK");

        VirtualExecution order = order(reeve);

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(called(reeve)).containsExactly("inventory.reserve", "order.close");
    }

    @Test
    @DisplayName("V4: shipping is down for longer than its retries, and back after a pause: the order is fulfilled")
    void shippingIsBackAfterAPause(VirtualReeve reeve) {
        reeve.on("shipping.create")
                .failsWithTransientError("NO_CARRIER")
                .failsWithTransientError("NO_CARRIER")
                .failsWithTransientError("NO_CARRIER")
                .failsWithTransientError("NO_CARRIER")
                .answers(SHIPPED);

        VirtualExecution order = order(reeve);

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("shipping.create")).hasSize(5);
    }

    @Test
    @DisplayName("C1, V4: shipping stays down over all rounds: refunded, then released")
    void shippingStaysDown(VirtualReeve reeve) {
        reeve.on("shipping.create").failsWithTransientError("NO_CARRIER");

        VirtualExecution order = order(reeve);

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("shipping.create")).as("four rounds of three").hasSize(12);
        assertThat(called(reeve)).containsSubsequence("payment.refund", "inventory.release", "order.close");
        assertThat(standing(reeve)).doesNotContain("payment.charge", "inventory.reserve", "shipping.create");
    }

    @Test
    @DisplayName("C4, O2: the refund fails: the undoing waits for an operator, who resolves it, and continues")
    void refundFails(VirtualReeve reeve) {
        reeve.on("shipping.create").failsWithBusinessError("ADDRESS_UNKNOWN");
        reeve.on("payment.refund").failsWithTransientError("BANK_AWAY");

        VirtualExecution order = order(reeve);

        assertThat(order.awaitRest()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThat(reeve.calls("payment.refund")).hasSize(4);
        assertThat(reeve.calls("inventory.release")).as("not before the refund").isEmpty();
        assertThat(reeve.inbox().groups()).singleElement().satisfies(group -> {
            assertThat(group.action()).isEqualTo("payment.refund");
            assertThat(group.code()).isEqualTo("BANK_AWAY");
        });

        order.actingAs("olga").recovery().resolve("charge_payment", Map.of("by", "bank transfer"));

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(standing(reeve)).doesNotContain("inventory.reserve");
        assertThat(reeve.inbox().groups()).isEmpty();
    }

    @Test
    @DisplayName("POISON: an order that kills its agents is escalated")
    void poison(VirtualReeve reeve) {
        reeve.on("shipping.create").dies();

        VirtualExecution order = order(reeve);

        assertThat(order.awaitRest()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThat(reeve.inbox().groups())
                .singleElement()
                .satisfies(group -> assertThat(group.cause()).isEqualTo(Cause.POISON));
    }

    @Test
    @DisplayName("R1: the customer cannot be notified: the order is fulfilled anyway")
    void cannotBeTold(VirtualReeve reeve) {
        reeve.on("notification.send").failsWithTransientError("MAIL_AWAY");

        assertThat(order(reeve).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("notification.send")).hasSize(3);
    }

    @Test
    @DisplayName("S6, T5: the engine dies and the store is unavailable for a while: the order is fulfilled, and "
            + "nothing is repeated")
    void crash(VirtualReeve reeve) {
        reeve.on("payment.charge").answers(PAID).taking(Duration.ofMillis(200));
        VirtualExecution order = order(reeve);
        reeve.advance(Duration.ofMillis(100));
        reeve.crash();
        reeve.storeIsAwayFor(Duration.ofSeconds(20));

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.effects())
                .allSatisfy(effect -> assertThat(effect.times()).isEqualTo(1));
    }
}
