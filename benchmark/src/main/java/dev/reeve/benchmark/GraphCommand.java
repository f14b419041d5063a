package dev.reeve.benchmark;

import dev.reeve.core.Event;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.engine.client.Execution;
import dev.reeve.engine.client.ExecutionResult;
import dev.reeve.engine.client.HistoryEntry;
import dev.reeve.model.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether the cost of a step grows with the number of steps. */
@Command(
        name = "graph",
        description =
                "One execution of many steps: total time and time per step, for a tenth of the steps and for all of them, so that growth shows.")
final class GraphCommand implements Callable<Integer> {

    private static final int STEPS_MIN = 10;
    private static final int STEPS_MAX = 20_000;
    private static final int SLOTS = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--steps", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int steps = 20_000;

    @Option(
            names = "--shape",
            paramLabel = "SHAPE",
            description =
                    "wide: all between a first and a last; deep: one after the other; layered: each after two of the layer before. Default: ${DEFAULT-VALUE}.")
    private Shape shape = Shape.LAYERED;

    @Override
    public Integer call() throws Exception {
        common.require("--steps", steps, STEPS_MIN, STEPS_MAX);
        return common.run("graph %s %d".formatted(shape.name().toLowerCase(Locale.ROOT), steps), this::measure);
    }

    private void measure(Database database, Report report) {
        Workflow small = Workflows.graph(shape, steps / STEPS_MIN);
        Workflow large = Workflows.graph(shape, steps);
        try (Engine engine = Engine.open(database, common.lanes(), SLOTS, List.of(small, large))) {
            common.progress().say("warming up …");
            run(engine, small);
            double smallSeconds = run(engine, small);
            common.progress().say("%d steps: %.2f s".formatted(small.steps().size(), smallSeconds));
            Commits.Count before = engine.commits().count();
            Usage begin = Usage.now(database);
            double seconds = run(engine, large);
            Usage usage = Usage.now(database).since(begin);
            Commits.Count commits = engine.commits().count().since(before);
            double microsPerStep = seconds * 1e6 / steps;
            double smallMicrosPerStep = smallSeconds * 1e6 / small.steps().size();
            report.add("steps", steps, "");
            report.add("seconds", seconds, 2, "s");
            report.add("stepsPerSecond", steps / seconds, 0, "");
            report.add("microsPerStep", microsPerStep, 1, "µs");
            report.add(
                    "microsPerStepOfATenth",
                    smallMicrosPerStep,
                    1,
                    "µs, with %d steps".formatted(small.steps().size()));
            report.add("growth", microsPerStep / smallMicrosPerStep, 2, "times, for ten times the steps");
            report.add("cpuMicrosPerStep", usage.totalCpuNanos() / 1e3 / steps, 1, "µs");
            report.add("journalRowsPerCommit", commits.rowsPerCommit(), 1, "");
            report.add("commits", commits.commits(), "");
        }
    }

    /** @return seconds from the start to the result */
    private static double run(Engine engine, Workflow workflow) {
        long begun = System.nanoTime();
        Execution execution = engine.reeve().start(workflow.name(), Payloads.order(0));
        ExecutionResult result = execution.awaitEnd(PATIENCE);
        double seconds = (System.nanoTime() - begun) / 1e9;
        CheckFailedException.check(
                result.status() == ExecutionStatus.COMPLETED,
                () -> "%s ended as %s: %s".formatted(workflow.name(), result.status(), result.failure()));
        long completed = execution.history().stream()
                .map(HistoryEntry::event)
                .filter(Event.StepCompleted.class::isInstance)
                .count();
        CheckFailedException.check(
                completed == workflow.steps().size(),
                () -> "%s has %d steps, and %d results were accepted"
                        .formatted(workflow.name(), workflow.steps().size(), completed));
        return seconds;
    }
}
