package dev.reeve.cli;

import dev.reeve.internal.engine.client.ScheduleSwitch;
import picocli.CommandLine.Command;

/** Resumes a paused schedule. */
@Command(name = "resume-schedule", description = "Has a schedule go on from now; what was due meanwhile is left out.")
final class ResumeScheduleCommand extends ScheduleCommand {

    @Override
    String change(ScheduleSwitch schedules, String schedule, WhoAndWhy word) {
        schedules.resume(schedule, word.by(), word.reason());
        return "goes on";
    }
}
