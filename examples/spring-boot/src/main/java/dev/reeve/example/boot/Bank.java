package dev.reeve.example.boot;

import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.spring.Action;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Stands for a service outside: it charges each idempotency key once, and declines large amounts. */
@Component
class Bank {

    private static final int LIMIT_CENTS = 100_000;

    private final Map<String, Integer> payments = new ConcurrentHashMap<>();

    @Action("card.charge")
    Map<String, String> charge(Order order, StepContext step) {
        if (order.cents() > LIMIT_CENTS) {
            throw StepFailure.businessError("CARD_DECLINED", "over the limit");
        }
        payments.put(step.idempotencyKey(), order.cents());
        return Map.of("payment", step.idempotencyKey());
    }

    /** All that was charged, in cents. */
    int takings() {
        return payments.values().stream().mapToInt(cents -> cents).sum();
    }
}
