package dev.reeve.example.orders.service;

import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;

/**
 * How the services undo what they did.
 *
 * <p>A compensation may come for something that was never done: the request got lost on its way, and nobody knew. That is
 * booked too, with amount 0, so that the request has no effect should it still arrive.
 */
final class Undo {

    private Undo() {}

    /** Books the opposite of what was done for the order; of nothing, if nothing was done. */
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
            throw StepFailure.permanent(
                    "UNDONE_ALREADY", "order %s came too late: a %s is booked for it".formatted(orderId, undone));
        }
    }
}
