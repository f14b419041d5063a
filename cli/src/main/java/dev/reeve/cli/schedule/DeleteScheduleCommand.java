package dev.reeve.cli.schedule;

import picocli.CommandLine.Command;

/** Deletes a schedule. */
@Command(
        name = "delete",
        description = {"Deletes a schedule.", "Executions that it started continue."})
final class DeleteScheduleCommand extends ScheduleCommand {

    DeleteScheduleCommand() {
        super("DELETE");
    }

    @Override
    String change(ScheduleChanges schedules, String schedule, String reason) {
        schedules.delete(schedule, reason);
        return "is deleted";
    }
}
