package dev.reeve.benchmark.earlier.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Part 6: throughput, by the benchmark of each release, in turn. */
record Speed(Settings settings, Children children, Server server, Table table) {

    private static final List<String> OPTIONS = List.of("-Xmx4g", "-XX:+UseParallelGC");
    private static final int MORE_SECONDS = 60;

    void measure() throws Exception {
        store("PostgreSQL", this::onPostgres);
        store("SQLite", side -> bench(side, "--dir", settings.directory().toString()));
    }

    private void store(String name, Main.Measurement<Outcome> once) throws Exception {
        Map<Side, List<Outcome>> outcomes = new EnumMap<>(Side.class);
        for (int round = 0; round < settings.number("rounds"); round++) {
            Main.each(once)
                    .forEach((side, outcome) -> outcomes.computeIfAbsent(side, it -> new ArrayList<>())
                            .add(outcome));
        }
        table.add(
                6,
                "`chain3`, %s, executions/s, each %d s after %d s of warm-up"
                        .formatted(name, settings.number("measured"), settings.number("warmup")),
                Main.texts(outcomes, it -> line(it, "executionsPerSecond")));
        table.add(6, "the same, commits/s", Main.texts(outcomes, it -> line(it, "commitsPerSecond")));
    }

    private Outcome onPostgres(Side side) throws InterruptedException {
        try (Server.Database database = server.database(side)) {
            return bench(side, "--jdbc", database.url());
        }
    }

    private Outcome bench(Side side, String option, String value) throws InterruptedException {
        int seconds = settings.number("measured");
        int warmup = settings.number("warmup");
        Duration cap = Duration.ofSeconds(seconds + warmup + MORE_SECONDS);
        Object[] arguments = {"chain3", option, value, "--seconds", seconds, "--warmup", warmup, "--json"};
        return children.java(side, OPTIONS, cap, "dev.reeve.benchmark.Bench", arguments);
    }

    private static String line(List<Outcome> outcomes, String name) {
        return outcomes.stream()
                .map(it -> it.has("json") ? "%,.0f".formatted(it.ofJson(name)) : it.end())
                .collect(Collectors.joining(" · "));
    }
}
