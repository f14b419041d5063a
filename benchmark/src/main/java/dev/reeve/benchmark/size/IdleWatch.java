package dev.reeve.benchmark.size;

import dev.reeve.benchmark.report.CommonOptions;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The number of executions in a store, and how long an engine on it is watched that has nothing to do. */
final class IdleWatch {

    private static final int COUNT_MAX = 10_000_000;
    private static final int SECONDS_MAX = 3_600;

    @Option(names = "--count", paramLabel = "N", description = "How many executions. Default: ${DEFAULT-VALUE}.")
    private int count;

    @Option(
            names = "--idle",
            paramLabel = "SECONDS",
            description = "How long the engine is watched with nothing to do. Default: ${DEFAULT-VALUE}.")
    private double idle = 10;

    /** @param count the default number of executions */
    IdleWatch(int count) {
        this.count = count;
    }

    void require(CommonOptions common) {
        common.require("--count", count, 1, COUNT_MAX);
        common.require("--idle", idle, 0.1, SECONDS_MAX);
    }

    int count() {
        return count;
    }

    double seconds() {
        return idle;
    }

    Duration length() {
        return Duration.ofNanos((long) (idle * 1e9));
    }
}
