package dev.reeve.example.orders;

import dev.reeve.Execution;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.example.orders.service.FaultPlan;
import dev.reeve.example.orders.service.Inventory;
import dev.reeve.example.orders.service.Ledger;
import dev.reeve.example.orders.service.Network;
import dev.reeve.example.orders.service.Notifications;
import dev.reeve.example.orders.service.OrderDesk;
import dev.reeve.example.orders.service.Outage;
import dev.reeve.example.orders.service.Payments;
import dev.reeve.example.orders.service.Shipping;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A shop that fulfils orders: a workflow, an engine that runs it, and an agent for each service. Thread-safe.
 *
 * <p>This is the code that a program needs to use Reeve. It has no crash handling, because none is needed: open the
 * shop again, and it continues.
 */
final class Shop implements AutoCloseable {

    static final String WORKFLOW = "order_fulfilment";

    private final DataDirectory.Lock lock;
    private final Engine engine;
    private final Reeve reeve;
    private final Consumer<String> notes;
    private final Outage outage = new Outage();
    private final List<Ledger> ledgers = new ArrayList<>();

    private Shop(DataDirectory.Lock lock, Engine engine, Consumer<String> notes) {
        this.lock = lock;
        this.engine = engine;
        this.reeve = engine.reeve();
        this.notes = notes;
    }

    /** @param notes receives messages for a person */
    static Shop open(Settings settings, Consumer<String> notes) {
        DataDirectory.Lock lock = settings.data().lock();
        Shop shop = new Shop(lock, open(settings, lock), notes);
        try {
            shop.reeve.deploy(workflow());
            shop.employ(settings);
            return shop;
        } catch (RuntimeException e) {
            shop.close();
            throw e;
        }
    }

    private static Engine open(Settings settings, DataDirectory.Lock lock) {
        try {
            return Engine.open(settings);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    static Workflow workflow() {
        try (InputStream in = Objects.requireNonNull(
                Shop.class.getResourceAsStream("order_fulfilment.yaml"), "order_fulfilment.yaml")) {
            return Workflow.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), "order_fulfilment.yaml");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void employ(Settings settings) {
        DataDirectory data = settings.data();
        Network network = new Network(new FaultPlan(settings.seed()), outage);

        Inventory inventory = new Inventory(ledger(data, "inventory"));
        reeve.agent("inventory")
                .action("inventory.reserve", Inventory.Reserve.class, network.to(inventory::reserve))
                .action("inventory.release", Inventory.Release.class, network.to(inventory::release))
                .start();

        Payments payments = new Payments(ledger(data, "payments"));
        reeve.agent("payments")
                .action("payment.charge", Payments.Charge.class, network.to(payments::charge))
                .action("payment.status", Payments.Charge.class, network.to(payments::status))
                .action("payment.refund", Payments.Refund.class, network.to(payments::refund))
                .start();

        Shipping shipping = new Shipping(ledger(data, "shipping"));
        reeve.agent("shipping")
                .action("shipping.create", Shipping.Create.class, network.to(shipping::create))
                .action("shipping.cancel", Shipping.Cancel.class, network.to(shipping::cancel))
                .start();

        Notifications notifications = new Notifications(ledger(data, "notifications"));
        reeve.agent("notifications")
                .action("notification.send", Notifications.Send.class, network.to(notifications::send))
                .start();

        OrderDesk desk = new OrderDesk(ledger(data, "desk"));
        reeve.agent("desk")
                .action("order.close", OrderDesk.Close.class, network.to(desk::close))
                .start();
    }

    private Ledger ledger(DataDirectory data, String service) {
        Ledger ledger = Ledger.open(data.ledger(service));
        ledgers.add(ledger);
        if (ledger.dropped() > 0) {
            notes.accept("ledger of %s: dropped %d bytes that a crash left unfinished at its end"
                    .formatted(service, ledger.dropped()));
        }
        return ledger;
    }

    /**
     * Accepts an order. Once this method returns, the order will be fulfilled or undone. Accepting an order again
     * changes nothing. A caller that does not know whether the order was accepted repeats the call.
     */
    Execution accept(Order order) {
        return reeve.start(WORKFLOW, order.toJson(), Start.key(order.orderId()));
    }

    /** Makes a service unreachable. */
    Outage outage() {
        return outage;
    }

    Reeve reeve() {
        return reeve;
    }

    @Override
    public void close() {
        engine.close();
        ledgers.forEach(Ledger::close);
        lock.close();
    }
}
