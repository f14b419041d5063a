package dev.reeve.example.orders;

import dev.reeve.Execution;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.example.orders.service.Inventory;
import dev.reeve.example.orders.service.Ledger;
import dev.reeve.example.orders.service.Network;
import dev.reeve.example.orders.service.Notifications;
import dev.reeve.example.orders.service.OrderDesk;
import dev.reeve.example.orders.service.Payments;
import dev.reeve.example.orders.service.Shipping;
import dev.reeve.workflow.Workflow;
import java.util.function.Function;

/**
 * A shop that fulfils orders: a workflow, and an agent for each service. Thread-safe.
 *
 * <p>This is the code that a program needs to use Reeve. It has no crash handling, because none is needed: open the
 * shop again, and it continues.
 */
public final class Shop {

    public static final String WORKFLOW = "order_fulfilment";

    private final Reeve reeve;

    private Shop(Reeve reeve) {
        this.reeve = reeve;
    }

    /**
     * Deploys the workflow, and starts the agents.
     *
     * @param ledgers opens the ledger of a service
     * @param network between the agents and their services
     */
    public static Shop open(Reeve reeve, Function<String, Ledger> ledgers, Network network) {
        reeve.deploy(workflow());
        Shop shop = new Shop(reeve);
        shop.startAgents(ledgers, network);
        return shop;
    }

    public static Workflow workflow() {
        return Workflow.load(Shop.class, "order_fulfilment.yaml");
    }

    private void startAgents(Function<String, Ledger> ledgers, Network network) {
        Inventory inventory = new Inventory(ledgers.apply("inventory"));
        reeve.agent("inventory")
                .action("inventory.reserve", Inventory.Reserve.class, network.to(inventory::reserve))
                .action("inventory.release", Inventory.Release.class, network.to(inventory::release))
                .start();

        Payments payments = new Payments(ledgers.apply("payments"));
        reeve.agent("payments")
                .action("payment.charge", Payments.Charge.class, network.to(payments::charge))
                .action("payment.status", Payments.Charge.class, network.to(payments::status))
                .action("payment.refund", Payments.Refund.class, network.to(payments::refund))
                .start();

        Shipping shipping = new Shipping(ledgers.apply("shipping"));
        reeve.agent("shipping")
                .action("shipping.create", Shipping.Create.class, network.to(shipping::create))
                .action("shipping.cancel", Shipping.Cancel.class, network.to(shipping::cancel))
                .start();

        Notifications notifications = new Notifications(ledgers.apply("notifications"));
        reeve.agent("notifications")
                .action("notification.send", Notifications.Send.class, network.to(notifications::send))
                .start();

        OrderDesk desk = new OrderDesk(ledgers.apply("desk"));
        reeve.agent("desk")
                .action("order.close", OrderDesk.Close.class, network.to(desk::close))
                .start();
    }

    /**
     * Accepts an order. Once this method returns, the order will be fulfilled or undone. Accepting an order again
     * changes nothing. A caller that does not know whether the order was accepted repeats the call.
     */
    public Execution accept(Order order) {
        return reeve.start(WORKFLOW, order, Start.key(order.orderId()));
    }
}
