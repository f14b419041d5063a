package dev.reeve.benchmark.soak;

import dev.reeve.benchmark.report.CommonOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks whether any resource usage grows while an engine works for a long time. */
@Command(
        name = "soak",
        description =
                "Runs a mixed load at a steady rate: chains, branches, children, timers, signals, retries, failures that are undone, cancels, a schedule, large payloads, retention with an archive, and an engine that is closed and opened again and again. Checks how each execution ends, that each is archived once, that the audit is clean, and that heap, threads, open files and sizes stay flat.")
public final class SoakCommand implements Callable<Integer> {

    private static final int MINUTES_MAX = 10_000;
    private static final int RATE_MAX = 10_000;
    private static final int SECONDS_MAX = 86_400;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--minutes", paramLabel = "N", description = "Length of the load. Default: ${DEFAULT-VALUE}.")
    private double minutes = 60;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Executions started per second, besides children. Default: ${DEFAULT-VALUE}.")
    private int rate = 25;

    @Option(
            names = "--retention",
            paramLabel = "SECONDS",
            description = "How long executions are kept after their end. Default: ${DEFAULT-VALUE}.")
    private int retention = 60;

    @Option(
            names = "--reopen",
            paramLabel = "SECONDS",
            description =
                    "How long an engine lives before it is closed and another one opened. Default: ${DEFAULT-VALUE}.")
    private int reopen = 300;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "Between two looks at what is used. Default: ${DEFAULT-VALUE}.")
    private int interval = 30;

    @Override
    public Integer call() throws Exception {
        common.require("--minutes", minutes, 0.1, MINUTES_MAX);
        common.require("--rate", rate, 1, RATE_MAX);
        common.require("--retention", retention, 1, SECONDS_MAX);
        common.require("--reopen", reopen, 1, SECONDS_MAX);
        common.require("--interval", interval, 1, SECONDS_MAX);
        SoakPlan plan = SoakPlan.of(minutes, rate, retention, reopen, interval);
        return common.run("mixed load of %,d/s for %s minutes".formatted(rate, minutes), (database, report) -> {
            try (SoakRun run = new SoakRun(database, plan, common)) {
                run.measure(report);
            }
        });
    }
}
