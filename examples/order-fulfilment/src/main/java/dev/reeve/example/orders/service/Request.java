package dev.reeve.example.orders.service;

/** What all requests to the services have in common. */
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
