package dev.reeve.cli.definition;

import dev.reeve.ErrorCode;
import dev.reeve.MoveCheck;
import dev.reeve.ReeveReader;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.ErrorDocument;
import dev.reeve.internal.document.MoveCheckDocument;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionLoader;
import dev.reeve.workflow.InvalidWorkflowException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Checks which open executions can move to a changed definition. */
@Command(
        name = "check",
        description = {
            "Lists which open executions can move to a changed definition.",
            "Names the obstacles for the others; the exit code is then 1. Changes nothing, and disturbs no engine."
        })
public final class CheckCommand implements Callable<Integer> {

    private static final int STRANDED = 1;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "FILE", description = "YAML, or JSON if the name ends with .json.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Override
    public Integer call() {
        Definition workflow;
        try {
            workflow = DefinitionLoader.load(file);
        } catch (InvalidWorkflowException e) {
            output.fail(ErrorDocument.of(e));
            output.say("reeve: %s; 'reeve validate %s' shows more".formatted(e.getMessage(), file));
            return STRANDED;
        } catch (UncheckedIOException e) {
            output.fail(ErrorDocument.of(ErrorCode.INVALID_INPUT, String.valueOf(e.getMessage())));
            output.say("reeve: " + e.getMessage());
            return STRANDED;
        }
        try (ReeveReader reader = store.reader()) {
            MoveCheck check = reader.check(workflow);
            output.print(MoveCheckDocument.of(check), text(check));
            return check.stranded() == 0 ? 0 : STRANDED;
        }
    }

    private static String text(MoveCheck check) {
        StringBuilder text = new StringBuilder("%s version %d: %,d open %s on other versions, %,d can be moved"
                .formatted(
                        check.workflow(),
                        check.version(),
                        check.executions(),
                        check.executions() == 1 ? "execution" : "executions",
                        check.movable()));
        for (MoveCheck.Obstacle obstacle : check.obstacles()) {
            text.append("%n  %,d cannot: %s (for example %s)"
                    .formatted(obstacle.executions(), Text.printable(obstacle.toString()), obstacle.example()));
        }
        if (!check.unreadable().isEmpty()) {
            text.append("%n  %,d cannot be read; 'reeve verify' says why"
                    .formatted(check.unreadable().size()));
        }
        if (check.more()) {
            text.append("%n  only the %,d newest were examined".formatted(MoveCheck.EXECUTIONS_MAX));
        }
        return text.toString();
    }
}
