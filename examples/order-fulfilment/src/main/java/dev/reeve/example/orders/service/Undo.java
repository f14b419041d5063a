package dev.reeve.example.orders.service;

import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;

/**
 * Compensation in the services.
 *
 * <p>A compensation may arrive for an effect that never happened, because the request was lost. The service records
 * such a compensation too, with amount 0. If the lost request arrives later, it then has no effect.
 */
final class Undo {

    private Undo() {}

    /** Records the opposite of what was done for the order, with amount 0 if nothing was done. */
    static Entry undo(Ledger ledger, String done, String undone, String orderId, StepContext step) {
        return ledger.once(
                step.idempotencyKey(),
                () -> ledger.ofOrder(done, orderId)
                        .map(entry -> new Entry(
                                step.idempotencyKey(),
                                step.attempt(),
                                orderId,
                                undone,
                                entry.subject(),
                                entry.amount()))
                        .orElseGet(
                                () -> new Entry(step.idempotencyKey(), step.attempt(), orderId, undone, "nothing", 0)));
    }

    static void refuseIfUndone(Ledger ledger, String undone, String orderId) {
        if (ledger.ofOrder(undone, orderId).isPresent()) {
            throw StepFailure.businessError(
                    "UNDONE_ALREADY", "order %s came too late: a %s is booked for it".formatted(orderId, undone));
        }
    }
}
