package dev.reeve.cli.schedule;

import picocli.CommandLine.Command;

/** Pauses a schedule. */
@Command(name = "pause", description = "Pauses a schedule until it is resumed.")
final class PauseScheduleCommand extends ScheduleCommand {

    PauseScheduleCommand() {
        super("PAUSE");
    }

    @Override
    String change(ScheduleChanges schedules, String schedule, String reason) {
        schedules.pause(schedule, reason);
        return "starts nothing any more";
    }
}
