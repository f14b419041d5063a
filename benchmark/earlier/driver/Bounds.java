package dev.reeve.benchmark.earlier.driver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Part 2: memory of definitions and of executions. */
record Bounds(Settings settings, Children children, Server server, Table table) {

    private static final Duration CAP = Duration.ofMinutes(1);
    private static final int STARTS_MAX = 5_000;

    /** The heap with which the store is filled, and half of it, in MiB. */
    private static final int HEAP = 96;

    /** A store that was filled and opened again with the same heap and with half of it. */
    private record Filled(Outcome filled, Outcome same, Outcome half) {}

    void measure() throws Exception {
        expressions();
        memory();
    }

    private void expressions() throws Exception {
        int count = settings.number("expressions");
        Map<Side, Outcome> outcomes = Main.each(side -> {
            Path file = Files.createTempDirectory(settings.directory(), "expressions").resolve("store.db");
            children.program(side, CAP, "Expressions", file, count);
            return children.program(side, CAP, "Expressions", file, 0);
        });
        table.add(
                2,
                "opening a SQLite store with %,d deployed expressions in a new process: time, heap"
                        .formatted(count),
                Main.texts(outcomes, it -> it.number("openMillis", 0.001, "%.2f s") + ", "
                        + it.number("heapMiB", 1, "%.1f MiB")));
    }

    private void memory() throws Exception {
        Map<Side, Filled> outcomes = Main.each(side -> {
            try (Server.Database database = server.database(side)) {
                return new Filled(
                        memory(side, HEAP, database, STARTS_MAX, 0),
                        memory(side, HEAP, database, 0, 0),
                        memory(side, HEAP / 2, database, 0, 1));
            }
        });
        table.add(
                2,
                "starts with 256 KB each and -Xmx%dm, PostgreSQL, an agent that never answers"
                        .formatted(HEAP),
                Main.texts(outcomes, it -> filled(it.filled())));
        table.add(
                2,
                "that store opened again with -Xmx%dm; with -Xmx%dm: whether one of its executions can be cancelled"
                        .formatted(HEAP, HEAP / 2),
                Main.texts(outcomes, it -> it.same().text("cancelled") + "; " + it.half().text("cancelled")));
    }

    private Outcome memory(Side side, int heap, Server.Database database, int starts, int cancelled)
            throws InterruptedException {
        List<String> options = List.of("-Xmx%dm".formatted(heap), "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
        return children.program(side, options, CAP, "Memory", database.url(), starts, cancelled);
    }

    private static String filled(Outcome outcome) {
        String started = outcome.figures().getOrDefault("started", "0") + " stored, then ";
        if (!outcome.has("overloaded")) {
            return started + outcome.end();
        }
        return started + "`OVERLOADED`; a read answers " + outcome.text("answers");
    }
}
