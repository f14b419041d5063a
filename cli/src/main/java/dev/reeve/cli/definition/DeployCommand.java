package dev.reeve.cli.definition;

import dev.reeve.Deployed;
import dev.reeve.Reeve;
import dev.reeve.cli.command.NameOption;
import dev.reeve.cli.command.OperatorAccess;
import dev.reeve.internal.document.DeploymentDocument;
import dev.reeve.internal.document.ErrorDocument;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Deploys definitions. */
@Command(
        name = "deploy",
        description = {
            "Deploys definitions, all of them or none.",
            "None is deployed if one has a problem, or if a step starts a workflow that is neither among them nor in the store.",
            "The order of the files does not matter."
        },
        footer = OperatorAccess.FOOTER)
public final class DeployCommand implements Callable<Integer> {

    private static final int INVALID = 1;

    @Mixin
    private final OperatorAccess acting = new OperatorAccess();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML, or JSON if the name ends with .json.")
    private List<Path> files = List.of();

    @Override
    public Integer call() {
        DefinitionFiles read = DefinitionFiles.read(files);
        if (read.isRefused()) {
            acting.output().print(ErrorDocument.of("a definition has problems", read.problems()), read.lines());
            acting.output().say("nothing was deployed");
            return INVALID;
        }
        try (Reeve reeve = acting.engine(new NameOption())) {
            List<Deployed> all = reeve.deploy(read.workflows());
            acting.output().print(DeploymentDocument.of(all), all.stream().map(DeployCommand::text));
        }
        return 0;
    }

    private static String text(Deployed deployed) {
        return "%s version %d %s"
                .formatted(
                        deployed.workflow(),
                        deployed.version(),
                        deployed.created() ? "is deployed" : "was deployed already");
    }
}
