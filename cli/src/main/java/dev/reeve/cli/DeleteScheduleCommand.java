package dev.reeve.cli;

import dev.reeve.internal.engine.client.ScheduleSwitch;
import picocli.CommandLine.Command;

/** Deletes a schedule. */
@Command(name = "delete-schedule", description = "Forgets a schedule; what it has started goes on.")
final class DeleteScheduleCommand extends ScheduleCommand {

    @Override
    String change(ScheduleSwitch schedules, String schedule, WhoAndWhy word) {
        schedules.delete(schedule, word.by(), word.reason());
        return "is deleted";
    }
}
