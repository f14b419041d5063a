package dev.reeve.cli.verb;

import dev.reeve.Verb;
import dev.reeve.cli.command.OperatorAccess;
import picocli.CommandLine.Command;

/** Ends an execution. */
@Command(
        name = "cancel",
        description = {
            "Cancels an execution.",
            "It starts no further step, and undoes the steps that were or may have been done."
        })
public final class CancelCommand extends VerbCommand {

    CancelCommand() {
        super(Verb.CANCEL);
    }

    @Override
    OperatorAccess.Deed deed(String why) {
        return OperatorAccess.of(execution -> execution.cancel(why));
    }
}
