package dev.reeve.example.orders.service;

/** A request to a service. */
public sealed interface Request
        permits Inventory.Reserve,
                Inventory.Release,
                Payments.Charge,
                Payments.Refund,
                Shipping.Create,
                Shipping.Cancel,
                Notifications.Send,
                OrderDesk.Close {

    String orderId();
}
