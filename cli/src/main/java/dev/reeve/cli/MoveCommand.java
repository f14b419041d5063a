package dev.reeve.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Moves an execution to another version. */
@Command(
        name = "move",
        description = {
            "Has an execution go on with another deployed version of its workflow. Every step that has begun must exist",
            "there, and mean the same; otherwise nothing is changed, and all that is in the way is told.",
            "'reeve check' tells it of all executions beforehand."
        })
final class MoveCommand extends VerbCommand {

    @Option(names = "--to", paramLabel = "VERSION", required = true, description = "The version.")
    private int version;

    MoveCommand() {
        super("MOVE");
    }

    @Override
    Acting.Deed deed(String by, String why) {
        return Acting.of(execution -> execution.moveTo(version, by, why));
    }
}
