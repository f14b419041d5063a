package dev.reeve.cli.schedule;

import dev.reeve.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Operator actions for schedules. */
@Command(
        name = "schedule",
        description = "Lists, pauses, resumes and deletes schedules.",
        subcommands = {
            ListSchedulesCommand.class,
            ScheduleChangesCommand.class,
            PauseScheduleCommand.class,
            ResumeScheduleCommand.class,
            DeleteScheduleCommand.class
        })
public final class ScheduleCommands extends CommandGroup {}
