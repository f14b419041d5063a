package dev.reeve.cli.service;

import dev.reeve.cli.command.CommandGroup;
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
public final class ServiceCommands extends CommandGroup {}
