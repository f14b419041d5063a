package dev.reeve.cli;

import picocli.CommandLine.Command;

/** Operator actions for services. */
@Command(
        name = "service",
        description = "Lists, pauses and resumes actions, for all executions.",
        subcommands = {
            ListServicesCommand.class,
            ServiceChangesCommand.class,
            PauseServiceCommand.class,
            ResumeServiceCommand.class
        })
final class ServiceCommands extends CommandGroup {}
