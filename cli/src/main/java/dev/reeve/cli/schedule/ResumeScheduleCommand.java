package dev.reeve.cli.schedule;

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
    String change(ScheduleChanges schedules, String schedule, String reason) {
        schedules.resume(schedule, reason);
        return "goes on";
    }
}
