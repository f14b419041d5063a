package dev.reeve.cli;

import picocli.CommandLine.Command;

/** What a person does about status messages. */
@Command(
        name = "message",
        description = "Lists undeliverable status messages, and sends them again.",
        subcommands = {ListMessagesCommand.class, RedeliverCommand.class})
final class MessageCommands extends CommandGroup {}
