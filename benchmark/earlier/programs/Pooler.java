package dev.reeve.benchmark.earlier;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An engine behind a pooler: executions of three steps, each of which is then read twice. */
final class Pooler {

    private static final int THREADS = 6;
    private static final int READS = 2;
    private static final long PATIENCE_SECONDS = 60;

    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger executionsFailed = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger readsFailed = new AtomicInteger();

    private Pooler() {}

    /** Arguments: the store behind the pooler, the same without the pooler, and the number of executions. */
    public static void main(String[] args) throws Exception {
        Program.endWithTheDriver();
        Place place = new Place(args[0]);
        open(place, "open");
        open(new Place(args[1]), "openDirectly");
        new Pooler().measure(place, Integer.parseInt(args[2]));
        Runtime.getRuntime().halt(0);
    }

    /** Opens the store, which creates the tables in an empty database. */
    private static void open(Place place, String name) {
        try (Engine engine = Release.open(place, 0)) {
            engine.deploy(Program.chain(3));
            Program.tell(name, "works");
        } catch (RuntimeException e) {
            Program.tell(name, "fails");
            e.printStackTrace();
        }
    }

    private void measure(Place place, int count) throws Exception {
        long begun = System.nanoTime();
        try (Engine engine = Release.open(place, 0);
                var threads = Executors.newFixedThreadPool(THREADS)) {
            engine.deploy(Program.chain(3));
            engine.agent(THREADS, input -> Program.result());
            List<CompletableFuture<Void>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String key = "key-" + i;
                running.add(CompletableFuture.runAsync(() -> one(engine, key), threads));
            }
            running.forEach(CompletableFuture::join);
            Program.tell("seconds", Program.millisSince(begun) / 1000);
        } finally {
            Program.tell("ended", ended);
            Program.tell("failed", executionsFailed);
            Program.tell("reads", reads);
            Program.tell("readsFailed", readsFailed);
        }
    }

    private void one(Engine engine, String key) {
        try {
            String status = Program.join(engine.run("chain3", key, Program.order(1)), PATIENCE_SECONDS);
            (status.equals("COMPLETED") ? ended : executionsFailed).incrementAndGet();
        } catch (Exception e) {
            executionsFailed.incrementAndGet();
            Program.tell("example", Program.failure(e));
        }
        for (int i = 0; i < READS; i++) {
            reads.incrementAndGet();
            try {
                engine.read(key);
            } catch (RuntimeException e) {
                readsFailed.incrementAndGet();
                Program.tell("example", Program.failure(e));
            }
        }
    }
}
