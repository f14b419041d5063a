package dev.reeve.example.orders;

import dev.reeve.Execution;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.example.orders.service.Inventory;
import dev.reeve.example.orders.service.Ledger;
import dev.reeve.example.orders.service.Network;
import dev.reeve.example.orders.service.Notifications;
import dev.reeve.example.orders.service.OrderDesk;
import dev.reeve.example.orders.service.Payments;
import dev.reeve.example.orders.service.Shipping;
import dev.reeve.workflow.Workflow;
import java.util.List;
import java.util.function.Function;

/**
 * A shop that fulfils orders: a workflow, and an agent for each service. Thread-safe.
 *
 * <p>This is the code that a program needs to use Reeve. It has no crash handling, because none is needed: open the
 * shop again, and it continues.
 */
public final class Shop {

    public static final String WORKFLOW = "order_fulfilment";

    /** Each has an agent and a ledger. The desk belongs to the shop itself. */
    public static final List<String> SERVICES = List.of("inventory", "payments", "shipping", "notifications", "desk");

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

    /** As {@link #open(Reeve, Function, Network)}, with the services in other processes. */
    public static Shop open(Reeve reeve) {
        reeve.deploy(workflow());
        return new Shop(reeve);
    }

    private void startAgents(Function<String, Ledger> ledgers, Network network) {
        SERVICES.forEach(service ->
                agent(reeve, service, ledgers.apply(service), network).start());
    }

    /**
     * The agent of a service. It is the same in the process of the engine and in a process of its own, where {@code
     * reeve} is a client of the server.
     *
     * @param service one of {@link #SERVICES}
     */
    public static Agent.Builder agent(Reeve reeve, String service, Ledger ledger, Network network) {
        Agent.Builder agent = reeve.agent(service);
        return switch (service) {
            case "inventory" -> {
                Inventory inventory = new Inventory(ledger);
                yield agent.action("inventory.reserve", Inventory.Reserve.class, network.to(inventory::reserve))
                        .action("inventory.release", Inventory.Release.class, network.to(inventory::release));
            }
            case "payments" -> {
                Payments payments = new Payments(ledger);
                yield agent.action("payment.charge", Payments.Charge.class, network.to(payments::charge))
                        .action("payment.status", Payments.Charge.class, network.to(payments::status))
                        .action("payment.refund", Payments.Refund.class, network.to(payments::refund));
            }
            case "shipping" -> {
                Shipping shipping = new Shipping(ledger);
                yield agent.action("shipping.create", Shipping.Create.class, network.to(shipping::create))
                        .action("shipping.cancel", Shipping.Cancel.class, network.to(shipping::cancel));
            }
            case "notifications" -> {
                Notifications notifications = new Notifications(ledger);
                yield agent.action("notification.send", Notifications.Send.class, network.to(notifications::send));
            }
            case "desk" -> {
                OrderDesk desk = new OrderDesk(ledger);
                yield agent.action("order.close", OrderDesk.Close.class, network.to(desk::close));
            }
            default -> throw new IllegalArgumentException("expected one of %s, found %s".formatted(SERVICES, service));
        };
    }

    /**
     * Accepts an order. Once this method returns, the order will be fulfilled or undone. Accepting an order again
     * changes nothing. A caller that does not know whether the order was accepted repeats the call.
     */
    public Execution accept(Order order) {
        return reeve.start(WORKFLOW, order, Start.key(order.orderId()));
    }
}
