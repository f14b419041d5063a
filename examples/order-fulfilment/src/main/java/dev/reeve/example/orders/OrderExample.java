package dev.reeve.example.orders;

import dev.reeve.Execution;
import dev.reeve.Reeve;
import dev.reeve.example.orders.service.Ledger;
import dev.reeve.example.orders.service.Network;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Fulfils one order, and keeps everything in a directory. Run it again: nothing happens twice. */
public final class OrderExample {

    private OrderExample() {}

    /** @param args the directory */
    public static void main(String[] args) throws Exception {
        Path directory = Files.createDirectories(Path.of(args[0]));
        try (Reeve reeve = Reeve.open(directory.resolve("reeve.db"))) {
            Shop shop =
                    Shop.open(reeve, service -> Ledger.open(directory.resolve(service + ".ledger")), Network.RELIABLE);

            Execution order = shop.accept(new Order("order-1", "STRAINER", 2, "tok_1"));

            System.out.println(order.awaitEnd(Duration.ofMinutes(1)).status());
        }
    }
}
