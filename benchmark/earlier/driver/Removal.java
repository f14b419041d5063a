package dev.reeve.benchmark.earlier.driver;

import java.time.Duration;
import java.util.Map;

/** Part 5: removal of ended executions, beside new ones and kept ones. */
record Removal(Settings settings, Children children, Server server, Table table) {

    private static final int MORE_SECONDS = 60;

    void measure() throws Exception {
        int seconds = settings.number("seconds");
        int kept = settings.number("kept");
        int rate = settings.number("rate");
        int retention = settings.number("retention");
        Map<Side, Outcome> outcomes = Main.each(side -> {
            try (Server.Database database = server.database(side)) {
                Duration cap = Duration.ofSeconds(2L * seconds + MORE_SECONDS);
                return children.program(side, cap, "Retention", database.url(), seconds, rate, retention, kept);
            }
        });
        String load = "`chain1` on PostgreSQL at %,d/s for %d s, kept for %d s, beside %,d that are kept for a year"
                .formatted(rate, seconds, retention, kept);
        table.add(
                5,
                load + ": in the second half, ended/s and removed/s",
                Main.texts(outcomes, it -> it.number("endedPerSecond", 1, "%,.0f") + ", "
                        + it.number("removedPerSecond", 1, "%,.0f")));
        table.add(
                5,
                "at the end, executions that should have been removed 2 s ago or earlier",
                Main.texts(outcomes, it -> it.number("overdue", 1, "%,.0f")));
        table.add(
                5,
                "at the end, tables with their indexes",
                Main.texts(outcomes, it -> it.number("tablesMiB", 1, "%,.0f MiB")));
    }
}
