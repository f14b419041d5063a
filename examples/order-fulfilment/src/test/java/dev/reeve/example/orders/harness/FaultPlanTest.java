package dev.reeve.example.orders.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.agent.Handler;
import dev.reeve.agent.StepFailure;
import dev.reeve.example.orders.service.Payments.Charge;
import dev.reeve.example.orders.service.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class FaultPlanTest {

    private static final List<String> ACTIONS =
            List.of("inventory.reserve", "payment.charge", "payment.refund", "shipping.create", "notification.send");

    private static List<String> orders(int count) {
        return IntStream.rangeClosed(1, count).mapToObj("order-%04d"::formatted).toList();
    }

    @Test
    void theSameSeedPlansTheSameFaults() {
        for (String action : ACTIONS) {
            for (String order : orders(500)) {
                assertThat(new FaultPlan(42).fault(action, order)).isEqualTo(new FaultPlan(42).fault(action, order));
            }
        }
    }

    @Test
    void anotherSeedPlansOtherFaults() {
        long same = orders(500).stream()
                .filter(order -> new FaultPlan(1)
                        .fault("payment.charge", order)
                        .equals(new FaultPlan(2).fault("payment.charge", order)))
                .count();

        assertThat(same).isBetween(200L, 400L);
    }

    @Test
    @DisplayName("with any seed, about as many orders meet each fault as planned")
    void sharesAreAsPlanned() {
        for (long seed = 0; seed < 20; seed++) {
            Map<Fault, Integer> found = new HashMap<>();
            for (String order : orders(5_000)) {
                found.merge(new FaultPlan(seed).fault("payment.charge", order), 1, Integer::sum);
            }
            assertThat(found.get(new Fault.AnswerNeverComes()))
                    .as("seed %d", seed)
                    .isBetween(130, 280);
            assertThat(found.get(new Fault.Refused("CARD_DECLINED", "the bank declined the card")))
                    .as("seed %d", seed)
                    .isBetween(220, 380);
            assertThat(found.get(Fault.NONE)).as("seed %d", seed).isBetween(3_450, 3_850);
        }
    }

    @Test
    @DisplayName("the default plan of the demo has every kind of fault")
    void theDefaultPlanIsInteresting() {
        FaultPlan plan = new FaultPlan(42);

        assertThat(orders(500))
                .extracting(order -> plan.fault("shipping.create", order))
                .contains(
                        new Fault.Unavailable(Integer.MAX_VALUE),
                        new Fault.AnswerLost(Integer.MAX_VALUE),
                        new Fault.Unavailable(1),
                        new Fault.AnswerLost(1));
        assertThat(orders(500))
                .extracting(order -> plan.fault("payment.charge", order))
                .contains(new Fault.AnswerNeverComes(), new Fault.RequestLost());
        assertThat(orders(500)).filteredOn(order -> isUndone(plan, order)).hasSizeBetween(50, 100);
    }

    private static boolean isUndone(FaultPlan plan, String order) {
        return plan.fault("inventory.reserve", order) instanceof Fault.Refused
                || plan.fault("payment.charge", order) instanceof Fault.Refused
                || plan.fault("shipping.create", order).equals(new Fault.Unavailable(Integer.MAX_VALUE))
                || plan.fault("shipping.create", order).equals(new Fault.AnswerLost(Integer.MAX_VALUE));
    }

    @Test
    @DisplayName("a lost answer follows its effect and says so; a refusal has no effect")
    void theNetworkDoesWhatThePlanSays() {
        AtomicInteger effects = new AtomicInteger();
        Handler<Charge, Integer> service = (charge, step) -> effects.incrementAndGet();
        FaultPlan plan = new FaultPlan(42);
        String lost = orderWith(plan, new Fault.AnswerLost(1));
        String refused = orderWith(plan, new Fault.Refused("CARD_DECLINED", "the bank declined the card"));

        StepFailure noAnswer = catchThrowableOfType(StepFailure.class, () -> call(plan, service, lost, 1));
        assertThat(noAnswer.mayBeDone()).isTrue();
        assertThat(effects).hasValue(1);

        assertThatThrownBy(() -> call(plan, service, refused, 1)).hasMessageContaining("declined");
        assertThat(effects).hasValue(1);
    }

    private static String orderWith(FaultPlan plan, Fault fault) {
        return orders(500).stream()
                .filter(order -> plan.fault("payment.charge", order).equals(fault))
                .findFirst()
                .orElseThrow();
    }

    private static void call(FaultPlan plan, Handler<Charge, Integer> service, String order, int attempt)
            throws Exception {
        Object unused = new UnreliableNetwork(plan, new Outage())
                .to(service)
                .handle(new Charge(order, "tok_1", 1), Step.forward("payment.charge", attempt));
    }
}
