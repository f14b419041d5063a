package dev.reeve.cli.definition;

import dev.reeve.Reeve;
import dev.reeve.cli.command.ActorOptions;
import dev.reeve.cli.command.OperatorAccess;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.UndeploymentDocument;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes a definition. */
@Command(
        name = "undeploy",
        description = {
            "Removes a version of a workflow.",
            "Refused while an execution is pinned to it, open or ended and kept, while a schedule starts it, and while steps of other",
            "deployed definitions do."
        },
        footer = OperatorAccess.FOOTER)
public final class UndeployCommand implements Callable<Integer> {

    @Mixin
    private final ActorOptions word = new ActorOptions();

    @Mixin
    private final OperatorAccess acting = new OperatorAccess();

    @Parameters(index = "0", paramLabel = "WORKFLOW", description = "Its name.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String workflow;

    @Parameters(index = "1", paramLabel = "VERSION", description = "Which one.")
    private int version;

    @Override
    public Integer call() {
        word.check(acting.store());
        try (Reeve acted = acting.engine(word)) {
            String by = acted.actor().name();
            acted.undeploy(workflow, version, word.reason());
            acting.output()
                    .print(
                            new UndeploymentDocument(workflow, version, by),
                            "%s version %d is undeployed".formatted(Text.printable(workflow), version));
        }
        return 0;
    }
}
