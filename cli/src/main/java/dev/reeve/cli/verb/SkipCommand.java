package dev.reeve.cli.verb;

import dev.reeve.Verb;
import dev.reeve.cli.command.OperatorAccess;
import picocli.CommandLine.Command;

/** Skips an escalated step, or keeps its effect if its compensation escalated. */
@Command(
        name = "skip",
        description = {"Skips an escalated step.", "If its compensation failed, the step stays done."})
public final class SkipCommand extends StepVerbCommand {

    SkipCommand() {
        super(Verb.SKIP);
    }

    @Override
    OperatorAccess.Deed deed(String why) {
        return OperatorAccess.of(execution -> execution.recovery().skip(step(), why));
    }
}
