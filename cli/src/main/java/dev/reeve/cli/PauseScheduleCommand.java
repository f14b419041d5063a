package dev.reeve.cli;

import dev.reeve.internal.engine.client.offline.ScheduleSwitch;
import picocli.CommandLine.Command;

/** Pauses a schedule. */
@Command(name = "pause", description = "Pauses a schedule until it is resumed.")
final class PauseScheduleCommand extends ScheduleCommand {

    PauseScheduleCommand() {
        super("PAUSE");
    }

    @Override
    String change(ScheduleSwitch schedules, String schedule, ActorOptions word) {
        schedules.pause(schedule, word.by(), word.reason());
        return "starts nothing any more";
    }
}
