package dev.reeve.test;

import dev.reeve.Event;
import dev.reeve.HistoryEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Records events outside of the engine, and merges it with the engine's histories. */
final class Story {

    private static final int LINES_MAX = 2_000;

    private record Line(Instant at, String text) {}

    private final Instant begin;
    private final List<Line> lines = new ArrayList<>();

    Story(Instant begin) {
        this.begin = begin;
    }

    void tell(Instant at, String what) {
        if (lines.size() < LINES_MAX) {
            lines.add(new Line(at, what));
        }
    }

    /** The recorded lines merged with the histories, in the order of time. */
    List<String> with(List<Family.Member> executions) {
        List<Line> all = new ArrayList<>(lines);
        for (Family.Member execution : executions) {
            for (HistoryEntry entry : execution.history()) {
                Event event = entry.event();
                String words = PlainWords.of(event);
                if (!words.isEmpty()) {
                    all.add(new Line(
                            entry.at(), execution.place() + (execution.place().isEmpty() ? "" : " ") + words));
                }
            }
        }
        all.sort(Comparator.comparing(Line::at));
        return all.stream().map(line -> time(line.at()) + "  " + line.text()).toList();
    }

    /** Time since the beginning: durations matter to a reader, dates do not. */
    private String time(Instant at) {
        Duration since = Duration.between(begin, at);
        String days = since.toDays() == 0 ? "" : since.toDays() + "d ";
        return "%s%02d:%02d:%02d.%03d"
                .formatted(
                        days, since.toHoursPart(), since.toMinutesPart(), since.toSecondsPart(), since.toMillisPart());
    }
}
