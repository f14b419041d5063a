package dev.reeve.benchmark.size;

import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.workload.Shape;
import dev.reeve.benchmark.workload.Workflows;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.drawing.Drawing;
import dev.reeve.internal.drawing.DrawingOptions;
import dev.reeve.internal.drawing.Drawings;
import dev.reeve.internal.drawing.svg.Svg;
import dev.reeve.internal.model.definition.Definition;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the drawing of a definition. */
@Command(
        name = "drawing",
        description =
                "Draws a definition of many steps, none of them folded: how long the layout takes, and the picture and the JSON of it.")
public final class DrawingCommand implements Callable<Integer> {

    private static final int STEPS_MAX = 100_000;
    private static final int RUNS = 11;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--shape",
            paramLabel = "SHAPE",
            description = "Of the graph: wide, deep, layered or mixed. Default: ${DEFAULT-VALUE}.")
    private Shape shape = Shape.LAYERED;

    @Option(names = "--steps", paramLabel = "N", description = "Steps of the graph. Default: ${DEFAULT-VALUE}.")
    private int steps = 10_000;

    @Override
    public Integer call() throws Exception {
        common.require("--steps", steps, 1, STEPS_MAX);
        return common.run(
                "drawing %s %d".formatted(shape.name().toLowerCase(Locale.ROOT), steps),
                (database, report) -> measure(report));
    }

    private void measure(Report report) {
        Definition workflow = Workflows.graph(shape, steps);
        DrawingOptions options = DrawingOptions.defaults().withFolded(false);
        Drawing drawing = Drawings.of(workflow, options);
        long drawn = drawing.nodes().stream()
                .flatMap(node -> node.steps().stream())
                .distinct()
                .count();
        if (drawn != workflow.steps().size()) {
            throw new CheckFailedException("%,d steps are drawn of %,d"
                    .formatted(drawn, workflow.steps().size()));
        }
        report.add("steps", workflow.steps().size(), "");
        report.add("edges", drawing.edges().size(), "");
        report.add("layoutMillis", median(() -> Drawings.of(workflow, options)), 1, "ms, the median of 11 runs");
        report.add("svgMillis", median(() -> Svg.of(drawing)), 1, "ms, the picture of it");
        report.add("svgKiB", Svg.of(drawing).length() / 1024, "KiB");
        report.add("jsonMillis", median(() -> DocumentWriter.write(drawing)), 1, "ms, the document of it");
        report.add("jsonKiB", DocumentWriter.write(drawing).length() / 1024, "KiB");
    }

    private static double median(Supplier<?> work) {
        double[] millis = new double[RUNS];
        for (int i = 0; i < RUNS; i++) {
            long begun = System.nanoTime();
            if (work.get() == null) {
                throw new CheckFailedException("nothing was drawn");
            }
            millis[i] = (System.nanoTime() - begun) / 1e6;
        }
        Arrays.sort(millis);
        return millis[RUNS / 2];
    }
}
