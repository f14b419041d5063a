package dev.reeve.cli.verb;

import dev.reeve.Verb;
import dev.reeve.cli.command.OperatorAccess;
import picocli.CommandLine.Command;

/** Compensates an execution. */
@Command(
        name = "compensate",
        description = {
            "Undoes an execution although it could continue.",
            "As cancel, but it ends as COMPENSATED, with actor and reason as its failure."
        })
public final class CompensateCommand extends VerbCommand {

    CompensateCommand() {
        super(Verb.COMPENSATE);
    }

    @Override
    OperatorAccess.Deed deed(String why) {
        return OperatorAccess.of(execution -> execution.recovery().compensate(why));
    }
}
