package dev.reeve.faults.engine;

import dev.reeve.ClusterOptions;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A process with an engine, its agent and its clients, which tests kill, stop and starve. It reports on standard
 * output, a word to a line: {@code OPEN}, {@code STARTED n}, {@code DONE}, {@code CLOSED}, or an {@link ErrorCode} when
 * it is no longer usable. A line on standard input, or its end, closes the process properly.
 */
public final class EngineProcess {

    /** The time to live of a node. */
    public static final Duration TTL = Duration.ofSeconds(3);

    private static final int USELESS = 3;

    /** Fills the heap with {@code -Dfaults.hoard=true}, a megabyte for each start (F36). */
    private static final List<byte[]> HOARD = new ArrayList<>();

    private EngineProcess() {}

    /** @param args address of the store, ledger, numbers of the first and after the last execution */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream parent = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        AtomicBoolean over = new AtomicBoolean();
        try (Ledger ledger = new Ledger(Path.of(args[1]))) {
            Thread clients;
            try (Reeve reeve = open(new Place(args[0]))) {
                parent.println("OPEN");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> closeInOrder(reeve, over)));
                Workload workload = Boolean.parseBoolean(System.getProperty("faults.agents", "true"))
                        ? new Workload(reeve, ledger)
                        : Workload.withoutAgents(reeve, ledger);
                if (Boolean.getBoolean("faults.stubborn")) {
                    tryInVain(new Stubborn(reeve, ledger, () -> false), parent);
                }
                clients = Thread.ofPlatform()
                        .daemon()
                        .start(() -> run(workload, Integer.parseInt(args[2]), Integer.parseInt(args[3]), parent, over));
                System.in.read();
                over.set(true);
            }
            clients.join();
        }
        parent.println("CLOSED");
    }

    /**
     * With {@code -Dfaults.node=NAME}, as a node of a cluster; with {@code -Dfaults.owns=false} it owns nothing, with
     * {@code -Dfaults.ttl=PT60S} it has another time to live.
     */
    private static Reeve open(Place place) {
        String name = System.getProperty("faults.node");
        Duration ttl = Duration.parse(System.getProperty("faults.ttl", TTL.toString()));
        return name == null
                ? place.open()
                : place.join(ClusterOptions.defaults()
                        .withName(name)
                        .withTtl(ttl)
                        .withOwns(Boolean.parseBoolean(System.getProperty("faults.owns", "true"))));
    }

    /** On SIGTERM, as a program that embeds an engine would (F6). */
    private static void closeInOrder(Reeve reeve, AtomicBoolean over) {
        over.set(true);
        reeve.close();
    }

    /** Retries a failing compensation until the process is killed ({@code -Dfaults.stubborn=true}, F53). */
    private static void tryInVain(Stubborn stubborn, PrintStream parent) {
        while (true) {
            stubborn.awaitEscalated();
            parent.println("ESCALATED");
            stubborn.retry();
        }
    }

    private static void run(Workload workload, int from, int to, PrintStream parent, AtomicBoolean over) {
        ConcurrentLinkedQueue<Execution> started = new ConcurrentLinkedQueue<>();
        try {
            for (int number = from; number < to; number++) {
                started.add(workload.start(number));
                parent.println("STARTED " + number);
                if (Boolean.getBoolean("faults.hoard")) {
                    HOARD.add(new byte[1 << 20]);
                }
            }
            // includes executions of an earlier process
            workload.runToEnd();
            for (Execution execution : started) {
                workload.awaitEnd(execution);
            }
            parent.println("DONE");
        } catch (ReeveException e) {
            if (!over.get()) {
                parent.println(e.code());
                System.err.println(e);
                Runtime.getRuntime().exit(USELESS);
            }
        }
    }
}
