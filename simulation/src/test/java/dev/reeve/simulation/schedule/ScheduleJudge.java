package dev.reeve.simulation.schedule;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Missed;
import dev.reeve.Schedule;
import dev.reeve.spi.store.ExecutionRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The expected starts of a schedule, by its timetable and policies alone (I14).
 *
 * @param since when it was kept
 * @param until when the story ended; the last minutes of it were quiet
 */
record ScheduleJudge(Schedule schedule, Instant since, Instant until) {

    /** A minute late is not missed yet, and what was asked for in time may be stored a little later. */
    private static final Duration LATE = Duration.ofMinutes(2);

    private static final String KEY = "schedule/s/";

    private record Started(Instant nominal, ExecutionRow row) {}

    List<String> judge(List<ExecutionRow> rows) {
        List<String> wrong = new ArrayList<>();
        Set<Instant> due = due();
        Set<Instant> seen = new TreeSet<>();
        List<Started> started = rows.stream()
                .map(row -> new Started(nominal(row), row))
                .sorted(Comparator.comparing(Started::nominal))
                .toList();
        for (Started it : started) {
            if (!due.contains(it.nominal)) {
                wrong.add("%s is no nominal time of the schedule".formatted(it.nominal));
            }
            if (!seen.add(it.nominal)) {
                wrong.add("%s was started twice".formatted(it.nominal));
            }
            judgeTime(it, wrong);
        }
        if (schedule.whileRunning() == ConcurrencyPolicy.ALLOW) {
            judgeCompleteness(due, seen, wrong);
        } else {
            judgeOverlap(started, wrong);
        }
        if (started.isEmpty()) {
            wrong.add("nothing was started");
        }
        return wrong;
    }

    private Set<Instant> due() {
        Set<Instant> due = new TreeSet<>();
        Instant next = schedule.timetable().after(since).orElseThrow();
        while (!next.isAfter(until)) {
            due.add(next);
            next = schedule.timetable().after(next).orElseThrow();
        }
        return due;
    }

    /** Without what a bug may have put behind it. */
    private static Instant nominal(ExecutionRow row) {
        String key = String.valueOf(row.key());
        int end = key.indexOf('Z') + 1;
        return Instant.parse(key.substring(KEY.length(), end));
    }

    private void judgeTime(Started it, List<String> wrong) {
        Instant at = it.row.startedAt();
        if (at.isBefore(it.nominal)) {
            wrong.add("%s was started early, at %s".formatted(it.nominal, at));
        }
        if (schedule.missed() == Missed.SKIP && at.isAfter(it.nominal.plus(LATE))) {
            wrong.add("%s was missed, and started nevertheless at %s".formatted(it.nominal, at));
        }
        if (schedule.missed() == Missed.ONE) {
            Instant next = schedule.timetable().after(it.nominal).orElseThrow();
            if (at.isAfter(next.plus(LATE))) {
                wrong.add("%s was started at %s, although %s made up for it".formatted(it.nominal, at, next));
            }
        }
    }

    private static void judgeOverlap(List<Started> started, List<String> wrong) {
        for (int i = 1; i < started.size(); i++) {
            Instant ended = started.get(i - 1).row.endedAt();
            if (ended == null || started.get(i).row.startedAt().isBefore(ended)) {
                wrong.add("%s was started while the one before was open".formatted(started.get(i).nominal));
            }
        }
    }

    private void judgeCompleteness(Set<Instant> due, Set<Instant> seen, List<String> wrong) {
        Instant settled = until.minusSeconds(60);
        // while nothing went wrong, and nothing had to be made up for
        Instant quiet = until.minus(Duration.ofMinutes(4));
        due.stream()
                .filter(time -> time.isBefore(settled))
                .filter(time -> schedule.missed() == Missed.ALL || time.isAfter(quiet))
                .filter(time -> !seen.contains(time))
                .forEach(time -> wrong.add("%s was not started".formatted(time)));
    }
}
