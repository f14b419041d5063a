package dev.reeve.example.orders.service;

import dev.reeve.agent.StepContext;

/** The carrier: collects parcels. Thread-safe. */
public final class Shipping {

    private final Ledger ledger;

    public Shipping(Ledger ledger) {
        this.ledger = ledger;
    }

    public record Create(String orderId, String sku, int quantity) implements Request {}

    public record Parcel(String tracking) {}

    /**
     * Undoes a shipment.
     *
     * @param input of the shipment
     */
    public record Cancel(Create input) implements Request {
        @Override
        public String orderId() {
            return input.orderId();
        }
    }

    public record Cancelled(long parcels) {}

    public Parcel create(Create request, StepContext step) {
        Entry parcel = ledger.once(step.idempotencyKey(), () -> {
            Undo.refuseIfUndone(ledger, "cancel", request.orderId());
            String tracking = "RV-" + request.orderId();
            return new Entry(step.idempotencyKey(), step.attempt(), request.orderId(), "create", tracking, 1);
        });
        return new Parcel(parcel.subject());
    }

    public Cancelled cancel(Cancel request, StepContext step) {
        return new Cancelled(
                Undo.undo(ledger, "create", "cancel", request.orderId(), step).amount());
    }
}
