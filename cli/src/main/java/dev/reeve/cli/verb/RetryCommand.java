package dev.reeve.cli.verb;

import dev.reeve.Json;
import dev.reeve.Verb;
import dev.reeve.cli.command.OperatorAccess;
import dev.reeve.cli.command.PayloadConverter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Retries an escalated step with fresh retry budgets. */
@Command(
        name = "retry",
        description = {
            "Retries an escalated step with fresh retry budgets.",
            "Another input is possible only while no earlier attempt may have had its effect: it has an idempotency key of its own."
        })
public final class RetryCommand extends StepVerbCommand {

    @Option(
            names = "--input",
            paramLabel = "JSON",
            converter = PayloadConverter.class,
            description = "Input of all further attempts and of the step's compensation (default: unchanged).")
    private @Nullable Json input;

    RetryCommand() {
        super(Verb.RETRY);
    }

    @Override
    OperatorAccess.Deed deed(String why) {
        Json edited = input;
        return OperatorAccess.of(execution -> {
            if (edited == null) {
                execution.recovery().retry(step(), why);
            } else {
                execution.recovery().retry(step(), edited, why);
            }
        });
    }
}
