package dev.reeve.benchmark.size;

import dev.reeve.benchmark.report.CommonOptions;
import picocli.CommandLine.Option;

/** The length of the measured time, and its intervals. */
final class MeasuredTime {

    static final int SECONDS_MAX = 86_400;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Length of the measured time. Default: ${DEFAULT-VALUE}.")
    private int seconds = 1_800;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "Between two measurements, of which each is a line of progress, at most --seconds. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int interval;

    /** @param interval its default, in seconds */
    MeasuredTime(int interval) {
        this.interval = interval;
    }

    /** @param least the least number of seconds to measure */
    void require(CommonOptions common, int least) {
        common.require("--seconds", seconds, least, SECONDS_MAX);
        common.require("--interval", interval, 1, seconds);
    }

    int seconds() {
        return seconds;
    }

    int interval() {
        return interval;
    }
}
