package dev.reeve.example.orders.harness;

import dev.reeve.Execution;
import dev.reeve.Reeve;
import dev.reeve.example.orders.Order;
import dev.reeve.example.orders.Shop;
import dev.reeve.example.orders.service.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The shop of a run: in a locked directory, on its own engine, behind a network with faults. Thread-safe. */
final class DemoShop implements AutoCloseable {

    private final DataDirectory.Lock lock;
    private final Engine engine;
    private final Shop shop;
    private final @Nullable Outage outage;
    private final List<Ledger> ledgers;

    private DemoShop(DataDirectory.Lock lock, Engine engine, Shop shop, @Nullable Outage outage, List<Ledger> ledgers) {
        this.lock = lock;
        this.engine = engine;
        this.shop = shop;
        this.outage = outage;
        this.ledgers = ledgers;
    }

    /** @param notes receives messages for a person */
    static DemoShop open(Settings settings, Consumer<String> notes) {
        DataDirectory.Lock lock = settings.data().lock();
        Engine engine;
        try {
            engine = Engine.open(settings);
            if (engine.console() != null) {
                notes.accept(
                        "the console is at %s: Executions shows the orders, each with its graph, Services the pause and the outage to come, and the Inbox what needs a person"
                                .formatted(engine.console()));
            }
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
        Outage outage = new Outage();
        List<Ledger> ledgers = new ArrayList<>();
        try {
            Shop shop = Shop.open(
                    engine.reeve(),
                    service -> ledger(settings.data(), service, ledgers, notes),
                    new UnreliableNetwork(new FaultPlan(settings.seed()), outage));
            return new DemoShop(lock, engine, shop, outage, ledgers);
        } catch (RuntimeException e) {
            close(engine, ledgers, lock);
            throw e;
        }
    }

    /**
     * A shop whose engine and services are other processes. Only the order desk is in this one.
     *
     * @param client of the server; closed with the shop
     */
    static DemoShop remote(Settings settings, Reeve client, Consumer<String> notes) {
        DataDirectory.Lock lock = settings.data().lock();
        Engine server = Engine.remote(client);
        List<Ledger> ledgers = new ArrayList<>();
        try {
            Shop shop = Shop.open(client);
            Ledger desk = ledger(settings.data(), "desk", ledgers, notes);
            Shop.agent(client, "desk", desk, new UnreliableNetwork(new FaultPlan(settings.seed()), new Outage()))
                    .start();
            return new DemoShop(lock, server, shop, null, ledgers);
        } catch (RuntimeException e) {
            close(server, ledgers, lock);
            throw e;
        }
    }

    private static Ledger ledger(DataDirectory data, String service, List<Ledger> ledgers, Consumer<String> notes) {
        Ledger ledger = Ledger.open(data.ledger(service));
        ledgers.add(ledger);
        if (ledger.dropped() > 0) {
            notes.accept("ledger of %s: dropped %d bytes that a crash left unfinished at its end"
                    .formatted(service, ledger.dropped()));
        }
        return ledger;
    }

    Execution accept(Order order) {
        return shop.accept(order);
    }

    /** Makes a service unreachable; null if the services are other processes. */
    @Nullable Outage outage() {
        return outage;
    }

    Reeve reeve() {
        return engine.reeve();
    }

    @Override
    public void close() {
        close(engine, ledgers, lock);
    }

    private static void close(Engine engine, List<Ledger> ledgers, DataDirectory.Lock lock) {
        engine.close();
        ledgers.forEach(Ledger::close);
        lock.close();
    }
}
