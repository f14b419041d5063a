package dev.reeve.cli;

import dev.reeve.internal.engine.client.offline.ScheduleSwitch;
import picocli.CommandLine.Command;

/** Resumes a paused schedule. */
@Command(
        name = "resume",
        description = {"Resumes a paused schedule from now on.", "Start times that passed meanwhile are left out."})
final class ResumeScheduleCommand extends ScheduleCommand {

    ResumeScheduleCommand() {
        super("RESUME");
    }

    @Override
    String change(ScheduleSwitch schedules, String schedule, ActorOptions word) {
        schedules.resume(schedule, word.by(), word.reason());
        return "goes on";
    }
}
