package dev.reeve.cli.schedule;

import dev.reeve.ReeveReader;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import dev.reeve.Timetable;
import dev.reeve.cli.command.ListingCommand;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.ScheduleListDocument;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists schedules. */
@Command(name = "list", description = "Lists schedules and their next start times. Disturbs no engine.")
final class ListSchedulesCommand extends ListingCommand<ScheduleStatus> {

    @Override
    protected List<ScheduleStatus> read(ReeveReader reader) {
        return reader.schedules();
    }

    @Override
    protected String summary(List<ScheduleStatus> schedules) {
        return schedules.isEmpty() ? "nothing is scheduled" : "%,d schedules".formatted(schedules.size());
    }

    @Override
    protected Document document(List<ScheduleStatus> schedules) {
        return ScheduleListDocument.of(schedules);
    }

    @Override
    protected String textOf(ScheduleStatus status) {
        Schedule schedule = status.schedule();
        ScheduleStatus.Pause pause = status.pause();
        StringBuilder line = new StringBuilder(Text.printable(status.name()))
                .append("  ")
                .append(schedule.workflow())
                .append("  ")
                .append(when(schedule.timetable()));
        if (pause != null) {
            line.append("  paused since %s by %s: %s"
                    .formatted(
                            Text.time(pause.since()), Text.printable(pause.actor()), Text.shortened(pause.reason())));
        } else {
            line.append(status.next() == null ? "  over" : "  next " + Text.time(status.next()));
        }
        if (status.lastStarted() != null) {
            line.append("  last ").append(Text.time(status.lastStarted()));
        }
        if (status.error() != null) {
            line.append("  not started: ").append(Text.shortened(status.error()));
        }
        return line.toString();
    }

    private static String when(Timetable timetable) {
        return switch (timetable) {
            case Timetable.ByClock clock -> "%s %s".formatted(clock.cron(), clock.zone());
            case Timetable.Every rate -> "every " + rate.period();
            case Timetable.Once once -> "once";
        };
    }
}
