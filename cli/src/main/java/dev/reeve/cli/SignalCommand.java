package dev.reeve.cli;

import dev.reeve.model.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends an execution a signal. */
@Command(
        name = "signal",
        description = {
            "Sends an execution a signal that one of its steps waits for, or will wait for.",
            "The reason is not kept: what is to be known later belongs into the data."
        })
final class SignalCommand extends VerbCommand {

    @Parameters(index = "1", paramLabel = "SIGNAL", description = "The signal's name, as in 'await' of a step.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String signal;

    @Option(
            names = "--data",
            paramLabel = "JSON",
            defaultValue = "null",
            converter = PayloadConverter.class,
            description = "What the step that takes it has as its output (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Json data;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Of all signals with this id only the first counts, so that one can be sent again.")
    private @Nullable String id;

    SignalCommand() {
        super("SIGNAL");
    }

    @Override
    Acting.Deed deed(String by, String why) {
        String once = id;
        return Acting.of(execution -> {
            if (once == null) {
                execution.signal(signal, data, by);
            } else {
                execution.signal(signal, once, data, by);
            }
        });
    }
}
