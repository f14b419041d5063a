package dev.reeve.cli.verb;

import dev.reeve.Json;
import dev.reeve.cli.command.ExecutionParameter;
import dev.reeve.cli.command.NameOption;
import dev.reeve.cli.command.OperatorAccess;
import dev.reeve.cli.command.PayloadConverter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends a signal to an execution. It takes no reason, because the history stores a signal's data but no reason. */
@Command(
        name = "signal",
        description = {
            "Sends a signal to an execution.",
            "One of its steps waits for it, or will wait for it. 'explain' names the signals that it waits for."
        },
        footer = OperatorAccess.FOOTER)
public final class SignalCommand implements Callable<Integer> {

    @Mixin
    private final NameOption word = new NameOption();

    @Mixin
    private final OperatorAccess acting = new OperatorAccess();

    @Mixin
    private final ExecutionParameter execution = new ExecutionParameter();

    @Parameters(index = "1", paramLabel = "SIGNAL", description = "The signal's name, as in 'await' of a step.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String signal;

    @Option(
            names = "--data",
            paramLabel = "JSON",
            defaultValue = "null",
            converter = PayloadConverter.class,
            description = "The output of the step that takes the signal (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Json data;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Only the first signal with this id counts, so sending can be repeated.")
    private @Nullable String id;

    @Override
    public Integer call() {
        String once = id;
        OperatorAccess.Deed deed = OperatorAccess.of(told -> {
            if (once == null) {
                told.signal(signal, data);
            } else {
                told.signalOnce(signal, data, once);
            }
        });
        return acting.run(word, new OperatorAccess.Wish(execution, "SIGNAL", null, deed));
    }
}
