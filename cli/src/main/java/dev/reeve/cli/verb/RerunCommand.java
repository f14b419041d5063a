package dev.reeve.cli.verb;

import dev.reeve.Json;
import dev.reeve.Verb;
import dev.reeve.cli.command.OperatorAccess;
import dev.reeve.cli.command.PayloadConverter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Re-runs an execution that has ended. */
@Command(
        name = "rerun",
        description = {
            "Re-runs an ended execution from a step on, as a new execution.",
            "What does not come after the step and was done or left out is taken over. The rest is called again, even if it was",
            "done. Repeating the command finds the same execution."
        })
public final class RerunCommand extends StepVerbCommand {

    @Option(
            names = "--input",
            paramLabel = "JSON",
            converter = PayloadConverter.class,
            description = "Another input for the new execution (default: that of the old one).")
    private @Nullable Json input;

    RerunCommand() {
        super(Verb.RERUN);
    }

    @Override
    OperatorAccess.Deed deed(String why) {
        Json edited = input;
        return execution -> edited == null
                ? execution.recovery().rerunFrom(step(), why)
                : execution.recovery().rerunFrom(step(), edited, why);
    }
}
