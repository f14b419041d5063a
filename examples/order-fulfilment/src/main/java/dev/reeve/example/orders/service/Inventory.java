package dev.reeve.example.orders.service;

import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import java.util.OptionalLong;

/** The warehouse: reserves pieces for orders. Thread-safe. */
public final class Inventory {

    private final Ledger ledger;

    public Inventory(Ledger ledger) {
        this.ledger = ledger;
        for (String sku : Catalogue.skus()) {
            String key = "opening/" + sku;
            ledger.once(key, () -> new Entry(key, 1, "-", "stock", sku, Catalogue.OPENING_STOCK));
        }
    }

    public record Reserve(String orderId, String sku, int quantity) implements Request {}

    /**
     * A reservation.
     *
     * @param total price of the pieces, in cents
     */
    public record Reserved(String sku, int quantity, long total) {}

    /**
     * Undoes a reservation.
     *
     * @param input of the reservation
     */
    public record Release(Reserve input) implements Request {
        @Override
        public String orderId() {
            return input.orderId();
        }
    }

    public record Released(long quantity) {}

    public Reserved reserve(Reserve request, StepContext step) {
        OptionalLong price = Catalogue.price(request.sku());
        if (price.isEmpty()) {
            throw StepFailure.businessError("UNKNOWN_SKU", "the shop does not sell " + request.sku());
        }
        ledger.once(step.idempotencyKey(), () -> {
            Undo.refuseIfUndone(ledger, "release", request.orderId());
            long left = left(request.sku());
            if (left < request.quantity()) {
                throw StepFailure.businessError(
                        "OUT_OF_STOCK", "%d of %s wanted, %d left".formatted(request.quantity(), request.sku(), left));
            }
            return new Entry(
                    step.idempotencyKey(),
                    step.attempt(),
                    request.orderId(),
                    "reserve",
                    request.sku(),
                    request.quantity());
        });
        return new Reserved(
                request.sku(), request.quantity(), Math.multiplyExact(request.quantity(), price.getAsLong()));
    }

    private long left(String sku) {
        return ledger.sum("stock", sku) - ledger.sum("reserve", sku) + ledger.sum("release", sku);
    }

    public Released release(Release request, StepContext step) {
        return new Released(
                Undo.undo(ledger, "reserve", "release", request.orderId(), step).amount());
    }
}
