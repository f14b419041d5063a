package dev.reeve.cli.command;

import picocli.CommandLine.Option;

/** The actor and the reason of a command. */
public final class ActorOptions extends NameOption {

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "The reason, for the history.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String reason;

    public String reason() {
        return reason;
    }
}
