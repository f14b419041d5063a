package dev.reeve.cli.verb;

import dev.reeve.Json;
import dev.reeve.Verb;
import dev.reeve.cli.command.OperatorAccess;
import dev.reeve.cli.command.PayloadConverter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Resolves an escalated step as done. */
@Command(
        name = "resolve",
        description = {
            "Marks an escalated step as done, with this output.",
            "If its compensation failed, marks it as undone."
        })
public final class ResolveCommand extends StepVerbCommand {

    @Option(
            names = "--output",
            paramLabel = "JSON",
            defaultValue = "null",
            converter = PayloadConverter.class,
            description = "The step's output, as later steps will see it (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Json result;

    ResolveCommand() {
        super(Verb.RESOLVE);
    }

    @Override
    OperatorAccess.Deed deed(String why) {
        return OperatorAccess.of(execution -> execution.recovery().resolve(step(), result, why));
    }
}
