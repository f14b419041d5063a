package dev.reeve.benchmark.report;

import java.time.Duration;
import picocli.CommandLine.Option;

/** The size and duration of a closed loop's load. */
public final class LoadOptions {

    private static final int SECONDS_MAX = 86_400;
    private static final int INFLIGHT_MAX = 20_000;
    private static final int RUNS_MAX = 100;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Length of the measured time. Default: ${DEFAULT-VALUE}.")
    private double seconds = 15;

    @Option(names = "--warmup", paramLabel = "N", description = "Seconds before that. Default: ${DEFAULT-VALUE}.")
    private double warmUp = 5;

    @Option(
            names = "--inflight",
            paramLabel = "N",
            description = "Executions under way at once. Default: ${DEFAULT-VALUE}.")
    private int inflight = 4_000;

    @Option(names = "--runs", paramLabel = "N", description = "How often it is measured. Default: ${DEFAULT-VALUE}.")
    private int runs = 1;

    public void check(CommonOptions common) {
        common.require("--seconds", seconds, 0.1, SECONDS_MAX);
        common.require("--warmup", warmUp, 0, SECONDS_MAX);
        common.require("--inflight", inflight, 1, INFLIGHT_MAX);
        common.require("--runs", runs, 1, RUNS_MAX);
    }

    public Duration seconds() {
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    public Duration warmUp() {
        return Duration.ofNanos((long) (warmUp * 1e9));
    }

    public int inflight() {
        return inflight;
    }

    public int runs() {
        return runs;
    }

    /**
     * Slots for the agent: enough not to be the bottleneck, although a slot is only free again when the result is
     * stored.
     */
    public int slots() {
        return 2 * inflight;
    }
}
