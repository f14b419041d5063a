package dev.reeve.cli.verb;

import dev.reeve.Verb;
import dev.reeve.cli.command.OperatorAccess;
import picocli.CommandLine.Command;

/** Pauses an execution. */
@Command(
        name = "pause",
        description = {
            "Pauses an execution.",
            "No step is handed out, and no timer, retry or complete-by of its own acts on it, until it is resumed.",
            "It can still be cancelled and compensated, which ends the pause."
        })
public final class PauseCommand extends VerbCommand {

    PauseCommand() {
        super(Verb.PAUSE);
    }

    @Override
    OperatorAccess.Deed deed(String why) {
        return OperatorAccess.of(execution -> execution.recovery().pause(why));
    }
}
