package dev.reeve.benchmark.report;

import java.time.Duration;
import java.util.Random;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The number of kills at random moments, and the load meanwhile. */
public final class KillOptions {

    private static final int ROUNDS_MAX = 10_000;
    private static final int INFLIGHT_MAX = 10_000;
    private static final double SECONDS_MAX = 60;

    /** One kill in this many is timed from the start of the process. The others are timed from its first work. */
    private static final int EARLY_OF = 5;

    @Option(names = "--rounds", paramLabel = "N", description = "How many kills. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--inflight",
            paramLabel = "N",
            description = "Executions under way at once. Default: ${DEFAULT-VALUE}.")
    private int inflight = 200;

    @Option(
            names = "--within",
            paramLabel = "SECONDS",
            description =
                    "The maximum time to a kill, from the moment at which the process works; one in five, from its start. Default: ${DEFAULT-VALUE}.")
    private double within = 2;

    @Mixin
    private final SeedOption seed = new SeedOption();

    /** @param rounds the default number of kills */
    public KillOptions(int rounds) {
        this.rounds = rounds;
    }

    public void require(CommonOptions common) {
        common.require("--rounds", rounds, 1, ROUNDS_MAX);
        common.require("--inflight", inflight, 1, INFLIGHT_MAX);
        common.require("--within", within, 0.01, SECONDS_MAX);
    }

    /** Draws the moments, by the given seed or a new one, which is reported. */
    public Random random(CommonOptions common, Report report) {
        return new Random(seed.chosen(common, report));
    }

    public int rounds() {
        return rounds;
    }

    public int inflight() {
        return inflight;
    }

    /** Whether the next kill is timed from the start of the process. */
    public boolean isEarly(Random random) {
        return random.nextInt(EARLY_OF) == 0;
    }

    /** The time until the next kill. */
    public Duration delay(Random random) {
        return Duration.ofNanos((long) (random.nextDouble() * within * 1e9));
    }
}
