package dev.reeve.cli.definition;

import dev.reeve.internal.drawing.DrawingOptions;
import dev.reeve.internal.model.reading.DefinitionLoader;
import dev.reeve.workflow.InvalidWorkflowException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the graph of a definition. */
@Command(name = "graph", description = "Shows the graph of a definition.")
public final class GraphCommand implements Callable<Integer> {

    private static final int INVALID = 1;

    @SuppressWarnings("NullAway.Init") // set by picocli
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "How: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private GraphOutput format = GraphOutput.TEXT;

    @Option(names = "--svg", description = "Draws a picture: the same as --format svg.")
    private boolean svg;

    @Option(names = "--compensations", description = "Shows the actions that undo steps beside them, in a picture.")
    private boolean compensations;

    @Option(names = "--unfolded", description = "Shows steps that are alike one by one, in a picture.")
    private boolean unfolded;

    @SuppressWarnings("NullAway.Init") // set by picocli
    @Parameters(paramLabel = "FILE", description = "YAML, or JSON if the name ends with .json.")
    private Path file;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            DrawingOptions options =
                    DrawingOptions.defaults().withCompensations(compensations).withFolded(!unfolded);
            out.print((svg ? GraphOutput.SVG : format).of(DefinitionLoader.load(file), options));
            return 0;
        } catch (InvalidWorkflowException e) {
            err.println("reeve: %s; 'reeve validate %s' shows more".formatted(e.getMessage(), file));
        } catch (UncheckedIOException e) {
            err.println("reeve: " + e.getMessage());
        } finally {
            out.flush();
            err.flush();
        }
        return INVALID;
    }
}
