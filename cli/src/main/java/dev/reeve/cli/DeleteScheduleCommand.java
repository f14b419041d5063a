package dev.reeve.cli;

import dev.reeve.internal.engine.client.offline.ScheduleSwitch;
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
    String change(ScheduleSwitch schedules, String schedule, ActorOptions word) {
        schedules.delete(schedule, word.by(), word.reason());
        return "is deleted";
    }
}
