package dev.reeve.example.orders.service;

import dev.reeve.agent.StepContext;

/** Files orders with their outcome. Thread-safe. */
public final class OrderDesk {

    private final Ledger ledger;

    public OrderDesk(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * Files an order.
     *
     * @param outcome the final status of the execution, in lower case
     */
    public record Close(String orderId, String outcome) implements Request {}

    public record Closed(String outcome) {}

    public Closed close(Close request, StepContext step) {
        Entry filed = ledger.once(
                step.idempotencyKey(),
                () -> new Entry(
                        step.idempotencyKey(), step.attempt(), request.orderId(), "close", request.outcome(), 1));
        return new Closed(filed.subject());
    }
}
