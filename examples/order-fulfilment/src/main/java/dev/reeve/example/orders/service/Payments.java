package dev.reeve.example.orders.service;

import dev.reeve.agent.Probe;
import dev.reeve.agent.StepContext;

/** The bank: charges cards, refunds charges, and answers probes. Thread-safe. */
public final class Payments {

    private final Ledger ledger;

    public Payments(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * Takes money.
     *
     * @param amount in cents
     */
    public record Charge(String orderId, String card, long amount) implements Request {}

    /**
     * A performed charge.
     *
     * @param amount in cents
     */
    public record Receipt(String card, long amount) {}

    /**
     * Undoes a charge.
     *
     * @param input of the charge
     */
    public record Refund(Charge input) implements Request {
        @Override
        public String orderId() {
            return input.orderId();
        }
    }

    /**
     * A performed refund.
     *
     * @param amount in cents
     */
    public record Refunded(long amount) {}

    public Receipt charge(Charge request, StepContext step) {
        Entry charge = ledger.once(step.idempotencyKey(), () -> {
            Undo.refuseIfUndone(ledger, "refund", request.orderId());
            return new Entry(
                    step.idempotencyKey(),
                    step.attempt(),
                    request.orderId(),
                    "charge",
                    request.card(),
                    request.amount());
        });
        return receipt(charge);
    }

    /** The outcome of a charge. A probe has the idempotency key of the charge that it asks about. */
    public Probe status(Charge request, StepContext step) {
        return ledger.ofKey(step.idempotencyKey())
                .map(charge -> Probe.done(receipt(charge)))
                .orElseGet(Probe::notDone);
    }

    private static Receipt receipt(Entry charge) {
        return new Receipt(charge.subject(), charge.amount());
    }

    public Refunded refund(Refund request, StepContext step) {
        return new Refunded(
                Undo.undo(ledger, "charge", "refund", request.orderId(), step).amount());
    }
}
