package dev.reeve.cli;

import dev.reeve.engine.client.ScheduleSwitch;
import picocli.CommandLine.Command;

/** Forgets a schedule. */
@Command(name = "delete-schedule", description = "Forgets a schedule; what it has started goes on.")
final class DeleteScheduleCommand extends ScheduleCommand {

    @Override
    String change(ScheduleSwitch schedules, String schedule) {
        schedules.delete(schedule);
        return "is deleted";
    }
}
