package dev.reeve.cli.message;

import dev.reeve.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Operator actions for status messages. */
@Command(
        name = "message",
        description = "Lists undeliverable status messages, and sends them again.",
        subcommands = {ListMessagesCommand.class, RedeliverCommand.class})
public final class MessageCommands extends CommandGroup {}
