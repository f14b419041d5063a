package dev.reeve.cli;

import picocli.CommandLine.Option;

/** The actor and the reason of a command. */
final class ActorOptions {

    @Option(names = "--by", paramLabel = "NAME", required = true, description = "The actor, for the history.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String by;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "The reason, for the history.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String reason;

    String by() {
        return by;
    }

    String reason() {
        return reason;
    }
}
