package dev.reeve.cli;

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
final class ScheduleCommands extends CommandGroup {}
