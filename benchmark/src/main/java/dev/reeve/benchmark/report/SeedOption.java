package dev.reeve.benchmark.report;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The seed of faults at random moments, so that a run can be repeated. */
public final class SeedOption {

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the moments and the order of the faults. Default: a new one, which is printed.")
    private @Nullable Long seed;

    /** Returns the given seed, or a new one, and reports it. */
    public long chosen(CommonOptions common, Report report) {
        long chosen = seed == null ? System.nanoTime() : seed;
        common.progress().say("seed %d".formatted(chosen));
        report.add("seed", Long.toString(chosen));
        return chosen;
    }
}
