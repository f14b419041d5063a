package dev.reeve.benchmark.throughput;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.Commits;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.Payloads;
import dev.reeve.benchmark.workload.Shape;
import dev.reeve.benchmark.workload.Workflows;
import dev.reeve.internal.model.definition.Definition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures whether the cost of a step grows with the number of steps. */
@Command(
        name = "graph",
        description =
                "One execution of many steps: total time and time per step, also for a twentieth, a tenth, a quarter and half of the steps, so that growth shows.")
public final class GraphCommand implements Callable<Integer> {

    /** Divisors of the graph's size. A growing cost would show between the sizes. */
    private static final int[] PARTS = {20, 10, 4, 2, 1};

    private static final int STEPS_MIN = 20;
    private static final int STEPS_MAX = 20_000;
    private static final int ELEMENTS_MAX = 100_000;
    private static final int SLOTS = 1_000;
    private static final Json RESULT = Payloads.result(Payloads.order(0));
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    /** A workflow of this many steps, or for a list of this many elements. */
    private record Graph(Definition workflow, int size) {}

    /** One execution, from its start to its result. */
    private record Run(long steps, double seconds, double cpuSeconds) {

        double microsPerStep() {
            return seconds * 1e6 / steps;
        }

        double cpuMicrosPerStep() {
            return cpuSeconds * 1e6 / steps;
        }

        @Override
        public String toString() {
            return "%,d steps: %.2f s, %.1f µs a step".formatted(steps, seconds, microsPerStep());
        }
    }

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--steps",
            paramLabel = "N",
            description = "Steps, or elements of the list. Default: ${DEFAULT-VALUE}.")
    private int steps = 20_000;

    @Option(
            names = "--shape",
            paramLabel = "SHAPE",
            description =
                    "wide: all between a first and a last; deep: one after the other; layered: each after two of the layer before; mixed: switch, joins, forEach, repeat and children; items, batches: a forEach over a list of the input. Default: ${DEFAULT-VALUE}.")
    private Shape shape = Shape.LAYERED;

    @Override
    public Integer call() throws Exception {
        common.require("--steps", steps, STEPS_MIN, shape.isOfList() ? ELEMENTS_MAX : STEPS_MAX);
        return common.run("graph %s %d".formatted(shape.name().toLowerCase(Locale.ROOT), steps), this::measure);
    }

    private void measure(Database database, Report report) {
        List<Graph> graphs = IntStream.of(PARTS)
                .map(part -> steps / part)
                .filter(size -> size > 0)
                .mapToObj(size -> new Graph(Workflows.graph(shape, size), size))
                .toList();
        List<Definition> deployed =
                new ArrayList<>(graphs.stream().map(Graph::workflow).toList());
        deployed.add(Workflows.child());
        Json result = shape.isOfList() ? Payloads.SMALL_RESULT : RESULT;
        try (Engine engine = Engine.open(database, common.lanes(), SLOTS, deployed, (input, step) -> result)) {
            common.progress().say("warming up …");
            graphs.forEach(graph -> run(database, engine, graph));
            List<Run> curve = new ArrayList<>();
            for (Graph graph : graphs.subList(0, graphs.size() - 1)) {
                curve.add(faster(run(database, engine, graph), run(database, engine, graph)));
                common.progress().say(curve.getLast().toString());
            }
            Commits.Count before = engine.commits().count();
            Run large = run(database, engine, graphs.getLast());
            Commits.Count commits = engine.commits().count().since(before);
            curve.add(large);
            common.progress().say(large.toString());
            report.add("steps", large.steps(), "done, or left out");
            report.add("seconds", large.seconds(), 2, "s");
            report.add("stepsPerSecond", large.steps() / large.seconds(), 0, "");
            report.add("stepsPerCommit", commits.executionsPerCommit(large.steps()), 2, "");
            report.add("microsPerStep", large.microsPerStep(), 1, "µs");
            report.add(
                    "curveSteps",
                    curve.stream().map(run -> (double) run.steps()).toList(),
                    0);
            report.add(
                    "curveMicrosPerStep", curve.stream().map(Run::microsPerStep).toList(), 1);
            report.add(
                    "growth",
                    large.microsPerStep() / curve.getFirst().microsPerStep(),
                    2,
                    "times, for %d times the steps"
                            .formatted(Math.round(
                                    (double) large.steps() / curve.getFirst().steps())));
            report.add("cpuMicrosPerStep", large.cpuMicrosPerStep(), 1, "µs");
            report.add(
                    "curveCpuMicrosPerStep",
                    curve.stream().map(Run::cpuMicrosPerStep).toList(),
                    1);
            report.add("journalRowsPerCommit", commits.rowsPerCommit(), 1, "");
            report.add("commits", commits.commits(), "");
        }
    }

    private static Run faster(Run one, Run other) {
        return one.seconds() < other.seconds() ? one : other;
    }

    private Run run(Database database, Engine engine, Graph graph) {
        Definition workflow = graph.workflow();
        Json input = shape.isOfList() ? Payloads.list(graph.size()) : Payloads.order(0);
        Usage before = Usage.now(database);
        long begun = System.nanoTime();
        Execution execution = engine.reeve().start(workflow.name(), input);
        ExecutionResult result = execution.awaitEnd(PATIENCE);
        double seconds = (System.nanoTime() - begun) / 1e9;
        double cpuSeconds = Usage.now(database).since(before).totalCpuNanos() / 1e9;
        CheckFailedException.check(
                result.status() == ExecutionStatus.COMPLETED,
                () -> "%s ended as %s: %s".formatted(workflow.name(), result.status(), result.failure()));
        long done = steps(execution);
        CheckFailedException.check(
                switch (shape) {
                    case WIDE, DEEP, LAYERED -> done == graph.size();
                    case MIXED -> done > workflow.steps().size();
                    case ITEMS -> done == graph.size() + 1;
                    case BATCHES -> done == Math.ceilDiv(graph.size(), Workflows.BATCH) + 1;
                },
                () -> "%s is of size %d, and %d steps were done or left out"
                        .formatted(workflow.name(), graph.size(), done));
        return new Run(shape.isOfList() ? graph.size() : done, seconds, cpuSeconds);
    }

    /** Counts accepted results of steps, items and rounds, skipped steps, and the one step of each child. */
    private static long steps(Execution execution) {
        return execution.history().stream()
                .map(HistoryEntry::event)
                .filter(event -> event instanceof Event.StepCompleted
                        || event instanceof Event.RoundEnded
                        || event instanceof Event.ChildStarted
                        || event instanceof Event.StepSkipped)
                .count();
    }
}
