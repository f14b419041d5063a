package dev.reeve.example.orders.harness;

import dev.reeve.Credentials;
import dev.reeve.Reeve;
import dev.reeve.example.orders.Shop;
import dev.reeve.example.orders.service.Ledger;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** One service in a process of its own: its ledger, and an agent that talks to the server by HTTP. */
final class ServiceProcess {

    private ServiceProcess() {}

    /**
     * Works until it receives SIGTERM.
     *
     * @param args data directory, service, seed of the faults, address of the server, file of the key
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        ParentProcess.endWithIt();
        String service = args[1];
        Ledger ledger = Ledger.open(new DataDirectory(Path.of(args[0])).ledger(service));
        if (ledger.dropped() > 0) {
            System.err.printf(
                    "dropped %d bytes that a crash left unfinished at the end of the ledger%n", ledger.dropped());
        }
        String key = Files.readString(Path.of(args[4])).strip();
        Reeve server = Reeve.connect(URI.create(args[3]), Credentials.apiKey(key));
        UnreliableNetwork network = new UnreliableNetwork(new FaultPlan(Long.parseLong(args[2])), new Outage());
        Shop.agent(server, service, ledger, network).start();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            server.close(); // its agents finish what they have begun
            ledger.close();
        }));
        System.err.println(service + " works");
        new CountDownLatch(1).await();
    }
}
