package dev.reeve.cli;

import dev.reeve.engine.client.ScheduleSwitch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Has a schedule start nothing. */
@Command(name = "pause-schedule", description = "Has a schedule start nothing until 'resume-schedule' says otherwise.")
final class PauseScheduleCommand extends ScheduleCommand {

    @Mixin
    private final WhoAndWhy word = new WhoAndWhy();

    @Override
    String change(ScheduleSwitch schedules, String schedule) {
        schedules.pause(schedule, word.by(), word.reason());
        return "starts nothing any more";
    }
}
