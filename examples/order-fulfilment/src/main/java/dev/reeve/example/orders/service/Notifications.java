package dev.reeve.example.orders.service;

import dev.reeve.agent.StepContext;

/** Notifies customers that their order is on its way. Thread-safe. */
public final class Notifications {

    private final Ledger ledger;

    public Notifications(Ledger ledger) {
        this.ledger = ledger;
    }

    public record Send(String orderId) implements Request {}

    public record Sent(String subject) {}

    public Sent send(Send request, StepContext step) {
        Entry message = ledger.once(
                step.idempotencyKey(),
                () -> new Entry(step.idempotencyKey(), step.attempt(), request.orderId(), "send", "mail", 1));
        return new Sent(message.subject());
    }
}
