package dev.reeve.cli.verb;

import dev.reeve.cli.command.OperatorAccess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Moves an execution to another version. */
@Command(
        name = "move",
        description = {
            "Moves an execution to another deployed version of its workflow. Every step that has begun must exist",
            "there with the same meaning; otherwise nothing changes, and all obstacles are listed.",
            "'reeve check' lists the obstacles of all executions beforehand."
        })
public final class MoveCommand extends VerbCommand {

    @Option(names = "--to", paramLabel = "VERSION", required = true, description = "The version.")
    private int version;

    MoveCommand() {
        super("MOVE");
    }

    @Override
    OperatorAccess.Deed deed(String why) {
        return OperatorAccess.of(execution -> execution.recovery().moveTo(version, why));
    }
}
