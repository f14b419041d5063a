package dev.reeve.benchmark.report;

import java.time.Duration;
import picocli.CommandLine.Option;

/** The length of a time in which nothing changes, measured after a warm-up. */
public final class SteadyTime {

    private static final int SECONDS_MAX = 86_400;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Length of each measured time. Default: ${DEFAULT-VALUE}.")
    private int seconds = 60;

    @Option(names = "--warmup", paramLabel = "N", description = "Seconds before each. Default: ${DEFAULT-VALUE}.")
    private int warmUp = 15;

    public void require(CommonOptions common) {
        common.require("--seconds", seconds, 1, SECONDS_MAX);
        common.require("--warmup", warmUp, 0, SECONDS_MAX);
    }

    public int seconds() {
        return seconds;
    }

    public Duration measured() {
        return Duration.ofSeconds(seconds);
    }

    public Duration warmUp() {
        return Duration.ofSeconds(warmUp);
    }
}
