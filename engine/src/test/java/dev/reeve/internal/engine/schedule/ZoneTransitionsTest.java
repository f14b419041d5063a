package dev.reeve.internal.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cron;
import dev.reeve.Gap;
import dev.reeve.Overlap;
import dev.reeve.Timetable;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Around every change of every zone's offset from 1970 to 2100, nominal times are those that a look at each single
 * minute gives. Every change is tried with a cron and policies drawn by a seed, or with all of them if the property
 * {@code reeve.zones} is
 * {@code all}.
 */
@DisplayName("R36, F58, I14: each time is due once, over every change of a time zone")
final class ZoneTransitionsTest {

    private static final Instant FROM = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant UNTIL = Instant.parse("2101-01-01T00:00:00Z");
    private static final int HOURS_AROUND = 5;
    /** No two changes that are so near to each other put the clock further than that, and back. */
    private static final int SLACK_HOURS = 3;

    /** A cron, and the same in plain words. */
    private record Known(String cron, Predicate<LocalDateTime> comes) {}

    private static final List<Known> CRONS = List.of(
            new Known("30 2 * * *", t -> t.getHour() == 2 && t.getMinute() == 30),
            new Known("0 0 * * *", t -> t.getHour() == 0 && t.getMinute() == 0),
            new Known("*/20 * * * *", t -> t.getMinute() % 20 == 0),
            new Known("15 1-3 * * *", t -> t.getMinute() == 15 && t.getHour() >= 1 && t.getHour() <= 3),
            new Known(
                    "0,59 0,1,2,3,23 * * *",
                    t -> (t.getMinute() == 0 || t.getMinute() == 59) && (t.getHour() <= 3 || t.getHour() == 23)),
            new Known(
                    "5 */2 * * SUN",
                    t -> t.getMinute() == 5 && t.getHour() % 2 == 0 && t.getDayOfWeek() == DayOfWeek.SUNDAY),
            new Known(
                    "45 1 L * *",
                    t -> t.getMinute() == 45
                            && t.getHour() == 1
                            && t.getDayOfMonth() == t.toLocalDate().lengthOfMonth()));

    private final boolean all = "all".equals(System.getProperty("reeve.zones"));
    private final Random random = new Random(36);

    @Test
    void nominalTimesAreThoseOfABruteForceLook() {
        Set<ZoneRules> seen = new HashSet<>();
        int changes = 0;
        for (String name : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
            ZoneId zone = ZoneId.of(name);
            if (!seen.add(zone.getRules())) {
                continue; // another name of the same
            }
            ZoneOffsetTransition change = zone.getRules().nextTransition(FROM);
            while (change != null && change.getInstant().isBefore(UNTIL)) {
                around(zone, change);
                changes++;
                change = zone.getRules().nextTransition(change.getInstant());
            }
        }
        assertThat(changes).isGreaterThan(10_000);
    }

    private void around(ZoneId zone, ZoneOffsetTransition change) {
        if (!all) {
            Known known = CRONS.get(random.nextInt(CRONS.size()));
            check(
                    zone,
                    change,
                    known,
                    random.nextBoolean() ? Gap.NEXT : Gap.SKIP,
                    random.nextBoolean() ? Overlap.FIRST : Overlap.BOTH);
            return;
        }
        for (Known known : CRONS) {
            for (Gap gap : Gap.values()) {
                for (Overlap overlap : Overlap.values()) {
                    check(zone, change, known, gap, overlap);
                }
            }
        }
    }

    private static void check(ZoneId zone, ZoneOffsetTransition change, Known known, Gap gap, Overlap overlap) {
        Instant begin = change.getInstant().minus(HOURS_AROUND, ChronoUnit.HOURS);
        Instant end = change.getInstant().plus(HOURS_AROUND, ChronoUnit.HOURS);
        Timetable timetable = new Timetable.ByClock(Cron.parse(known.cron), zone, gap, overlap);
        List<Instant> found = new ArrayList<>();
        Instant next = timetable.after(begin).orElseThrow();
        while (!next.isAfter(end)) {
            found.add(next);
            next = timetable.after(next).orElseThrow();
        }

        assertThat(found)
                .as("%s of %s, %s %s, around %s", known.cron, zone, gap, overlap, change)
                .containsExactlyElementsOf(bruteForce(zone.getRules(), begin, end, known, gap, overlap));
    }

    /** Looks at each local minute, and asks the zone which instants that is. */
    private static List<Instant> bruteForce(
            ZoneRules rules, Instant begin, Instant end, Known known, Gap gap, Overlap overlap) {
        TreeSet<Instant> due = new TreeSet<>();
        LocalDateTime last = LocalDateTime.ofInstant(end, rules.getOffset(end)).plusHours(SLACK_HOURS);
        LocalDateTime minute = LocalDateTime.ofInstant(begin, rules.getOffset(begin))
                .minusHours(SLACK_HOURS)
                .truncatedTo(ChronoUnit.MINUTES);
        for (; !minute.isAfter(last); minute = minute.plusMinutes(1)) {
            if (!known.comes.test(minute)) {
                continue;
            }
            List<ZoneOffset> offsets = rules.getValidOffsets(minute);
            if (offsets.isEmpty()) {
                if (gap == Gap.NEXT) {
                    due.add(rules.getTransition(minute).getInstant());
                }
            } else {
                for (ZoneOffset offset : overlap == Overlap.BOTH ? offsets : offsets.subList(0, 1)) {
                    due.add(minute.toInstant(offset));
                }
            }
        }
        return List.copyOf(due.subSet(begin, false, end, true));
    }
}
