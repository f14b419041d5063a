package dev.reeve.cli;

import picocli.CommandLine.Command;

/** Operator actions for status messages. */
@Command(
        name = "message",
        description = "Lists undeliverable status messages, and sends them again.",
        subcommands = {ListMessagesCommand.class, RedeliverCommand.class})
final class MessageCommands extends CommandGroup {}
