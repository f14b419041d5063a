package dev.reeve.cli;

import picocli.CommandLine.Option;

/** The actor and the reason of a command. */
final class WhoAndWhy {

    @Option(names = "--by", paramLabel = "NAME", required = true, description = "Who wants it, for the record.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String by;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why, for the record.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String reason;

    String by() {
        return by;
    }

    String reason() {
        return reason;
    }
}
