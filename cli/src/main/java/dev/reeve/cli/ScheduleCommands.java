package dev.reeve.cli;

import picocli.CommandLine.Command;

/** What a person does about schedules. */
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
