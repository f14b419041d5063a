package dev.reeve.benchmark.size;

import dev.reeve.Reeve;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.ChildProcess;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.workload.ManyExpressions;
import dev.reeve.internal.model.definition.Definition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the cost of deployed definitions: memory, and time to open the engine. */
@Command(
        name = "definitions",
        description =
                "Deploys definitions with many expressions, and opens the engine in a new process: how long that takes, how much of the heap they hold before and after they are used, and how long the first execution takes.")
public final class DefinitionsCommand implements Callable<Integer> {

    private static final int EXPRESSIONS_MAX = 1_000_000;
    private static final int EACH_MAX = 10_000;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--expressions",
            paramLabel = "N",
            description = "In all definitions together. Default: ${DEFAULT-VALUE}.")
    private int expressions = 10_000;

    @Option(
            names = "--each",
            paramLabel = "N",
            description = "Expressions in each definition, ten in each step. Default: ${DEFAULT-VALUE}.")
    private int each = 1_000;

    @Option(
            names = "--computed",
            description = "Expressions that compute something, rather than plain paths such as input.order.")
    private boolean computed;

    /**
     * The measurements of a new process.
     *
     * @param openedNanos time to open the engine
     * @param heapBytes live heap of the engine afterwards
     */
    private record Opening(double openedNanos, double heapBytes) {

        static Opening of(ChildProcess child) throws IOException {
            return new Opening(Double.parseDouble(child.expect("opened ")), Double.parseDouble(child.expect("heap ")));
        }
    }

    @Override
    public Integer call() throws Exception {
        common.require("--expressions", expressions, 1, EXPRESSIONS_MAX);
        common.require("--each", each, 1, EACH_MAX);
        return common.run(
                "definitions with %,d %s expressions, %,d in each"
                        .formatted(expressions, computed ? "computed" : "plain", each),
                this::measure);
    }

    private void measure(Database database, Report report) throws IOException {
        // the first opening creates the tables for the others
        openEmpty(database);
        Opening empty = openEmpty(database);
        List<Definition> workflows = workflows();
        common.progress().say("deploying %,d definitions …".formatted(workflows.size()));
        long begun = System.nanoTime();
        try (Reeve reeve = database.embedded()) {
            reeve.deploy(workflows);
        }
        report.add("definitions", workflows.size(), "");
        report.add("expressions", expressions, "");
        report.add("deployMillis", (System.nanoTime() - begun) / 1e6, 0, "ms, with opening and closing the engine");
        report.add("emptyOpenMillis", empty.openedNanos / 1e6, 0, "ms, without definitions");
        report.add("emptyHeapMiB", empty.heapBytes / 1048576, 1, "MiB, without definitions");
        try (ChildProcess child = child(database, workflows.size())) {
            Opening opening = Opening.of(child);
            report.add("openMillis", opening.openedNanos / 1e6, 0, "ms, in a new process");
            report.add("heapMiB", opening.heapBytes / 1048576, 1, "MiB, after a collection");
            report.add("heapBytesPerExpression", perExpression(opening.heapBytes, empty), 0, "bytes, not used yet");
            report.add(
                    "firstUseMillis",
                    Double.parseDouble(child.expect("first ")) / 1e6,
                    1,
                    "ms, the first execution of the process, which compiles its definition");
            report.add("secondUseMillis", Double.parseDouble(child.expect("again ")) / 1e6, 1, "ms, another one of it");
            double more = Double.parseDouble(child.expect("more "));
            if (expressions > each) {
                report.add(
                        "usedHeapBytesPerExpression",
                        more / (expressions - each),
                        0,
                        "bytes more, after an execution of each definition; without the first one, which loads classes");
            }
            ended(child);
        }
    }

    private static Opening openEmpty(Database database) throws IOException {
        try (ChildProcess child = child(database, 0)) {
            Opening opening = Opening.of(child);
            ended(child);
            return opening;
        }
    }

    private static ChildProcess child(Database database, int definitions) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(definitions)));
        arguments.addAll(database.childArguments());
        return ChildProcess.start(DefinitionsChild.class, arguments);
    }

    private static void ended(ChildProcess child) {
        CheckFailedException.check(child.awaitExit() == 0, () -> "the child process failed");
    }

    private double perExpression(double heapBytes, Opening empty) {
        return (heapBytes - empty.heapBytes) / expressions;
    }

    private List<Definition> workflows() {
        List<Definition> workflows = new ArrayList<>();
        for (int from = 0; from < expressions; from += each) {
            workflows.add(
                    ManyExpressions.workflow(workflows.size(), from, Math.min(from + each, expressions), computed));
        }
        return workflows;
    }
}
