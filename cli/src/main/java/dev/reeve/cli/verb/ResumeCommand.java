package dev.reeve.cli.verb;

import dev.reeve.Verb;
import dev.reeve.cli.command.OperatorAccess;
import picocli.CommandLine.Command;

/** Resumes a paused execution. */
@Command(
        name = "resume",
        description = {
            "Resumes a paused execution.",
            "What became due meanwhile happens at once. Its own complete-by moves by the length of the pause."
        })
public final class ResumeCommand extends VerbCommand {

    ResumeCommand() {
        super(Verb.RESUME);
    }

    @Override
    OperatorAccess.Deed deed(String why) {
        return OperatorAccess.of(execution -> execution.recovery().resume(why));
    }
}
