package dev.reeve.benchmark.earlier.driver;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Part 1: a pooler, a held snapshot, and a changed setting. */
record Deployments(Settings settings, Children children, Server server, Table table) {

    private static final Duration CAP = Duration.ofMinutes(3);
    private static final double SECONDS_MAX = 4;
    private static final int FILL_SECONDS_MAX = 45;

    void measure() throws Exception {
        pooler();
        snapshot();
        commitSetting();
    }

    private void pooler() throws Exception {
        Optional<Path> executable = Bouncer.executable();
        if (executable.isEmpty()) {
            Main.say("LEFT OUT: PgBouncer is not installed (apt-get install pgbouncer)");
            return;
        }
        int count = settings.number("executions");
        Map<Side, Outcome> outcomes;
        try (Bouncer bouncer = Bouncer.before(executable.get(), server.port(), settings.directory())) {
            outcomes = Main.each(side -> {
                try (Server.Database database = server.database(side)) {
                    return children.program(side, CAP, "Pooler", database.url(bouncer.port()), database.url(), count);
                }
            });
        }
        table.add(
                1,
                "opening a new database behind PgBouncer in transaction mode",
                Main.texts(outcomes, it -> it.text("open")));
        table.add(
                1,
                "%d executions of three steps behind it: completed, failed; time"
                        .formatted(count),
                Main.texts(outcomes, it -> "%s, %s; %s".formatted(
                        it.text("ended"), it.text("failed"), it.number("seconds", 1, "%.1f s"))));
        table.add(
                1,
                "two reads of each with its history behind it: reads, failed",
                Main.texts(outcomes, it -> "%s, %s".formatted(it.text("reads"), it.text("readsFailed"))));
    }

    private void snapshot() throws Exception {
        int ended = settings.number("ended");
        double seconds = Math.min(SECONDS_MAX, settings.number("measured"));
        Map<Side, Outcome> outcomes = Main.each(side -> {
            try (Server.Database database = server.database(side)) {
                return children.program(side, CAP, "Snapshot", database.url(), ended, seconds, FILL_SECONDS_MAX);
            }
        });
        table.add(
                1,
                "one lane: executions that ended under a held snapshot, at most %,d in at most %d s; commits"
                        .formatted(ended, FILL_SECONDS_MAX),
                Main.texts(outcomes, it -> it.number("ended", 1, "%,.0f") + "; "
                        + it.number("commits", 1, "%,.0f")));
        table.add(
                1,
                "`chain3`, executions/s, 32 under way: without a snapshot, beside that one",
                Main.texts(outcomes, it -> it.number("withoutPerSecond", 1, "%,.0f") + ", "
                        + it.number("withPerSecond", 1, "%,.0f")));
        table.add(
                1,
                "`chain3`, one at a time, median: without a snapshot, beside that one",
                Main.texts(outcomes, it -> it.number("withoutMillis", 1, "%.1f ms") + ", "
                        + it.number("withMillis", 1, "%.1f ms")));
        table.add(
                1,
                "opening the engine again beside that snapshot: time to its first result",
                Main.texts(outcomes, it -> it.number("firstMillis", 0.001, "%.2f s")));
    }

    private void commitSetting() throws Exception {
        Map<Side, Outcome> outcomes = Main.each(side -> {
            try (Server.Database database = server.database(side)) {
                return children.program(side, CAP, "CommitSetting", database.url(), "engine_" + side.word());
            }
        });
        table.add(
                1,
                "`synchronous_commit` at the commits of an open engine;"
                        + " after `alter role … set synchronous_commit = off` and new sessions",
                Main.texts(outcomes, it -> it.text("before") + "; " + it.text("after")));
    }
}
