package dev.reeve.internal.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cron;
import dev.reeve.Missed;
import dev.reeve.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("I14: each nominal time is decided once, by the policy of the schedule")
final class NextFireTimeTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final Timetable HOURLY = new Timetable.Every(Duration.ofHours(1), Instant.EPOCH);

    private static List<Instant> started(Timetable timetable, Missed missed, Instant mark, Instant now) {
        List<Instant> started = new ArrayList<>();
        Instant at = mark;
        while (true) {
            switch (NextFireTime.next(timetable, missed, at, now)) {
                case NextFireTime.Start start -> {
                    assertThat(start.nominal()).isAfter(at);
                    started.add(start.nominal());
                    at = start.nominal();
                }
                case NextFireTime.LeaveOut leaveOut -> {
                    assertThat(leaveOut.until()).isAfter(at);
                    at = leaveOut.until();
                }
                case NextFireTime.Rest rest -> {
                    return started;
                }
            }
        }
    }

    @Test
    void whatIsDueIsStarted() {
        assertThat(NextFireTime.next(HOURLY, Missed.SKIP, NOON, NOON.plusSeconds(3_599)))
                .isEqualTo(new NextFireTime.Rest(NOON.plusSeconds(3_600)));
        for (Missed missed : Missed.values()) {
            assertThat(started(HOURLY, missed, NOON, NOON.plusSeconds(3_600))).containsExactly(NOON.plusSeconds(3_600));
        }
        assertThat(NextFireTime.next(new Timetable.Once(NOON), Missed.ONE, NOON, NOON.plusSeconds(9)))
                .isEqualTo(new NextFireTime.Rest(null));
    }

    @Test
    void whatWasMissedIsLeftOutOrMadeUpFor() {
        Instant mark = NOON.minus(Duration.ofHours(3));
        Instant between = NOON.plus(Duration.ofMinutes(30));

        assertThat(started(HOURLY, Missed.SKIP, mark, between)).isEmpty();
        assertThat(started(HOURLY, Missed.ONE, mark, between)).containsExactly(NOON);
        assertThat(started(HOURLY, Missed.ALL, mark, between))
                .containsExactly(NOON.minusSeconds(7_200), NOON.minusSeconds(3_600), NOON);
    }

    @Test
    @DisplayName("A due time replaces the missed ones before it")
    void noneIsMadeUpForBesideOneThatIsDue() {
        Instant mark = NOON.minus(Duration.ofHours(3));
        Instant justAfter = NOON.plusSeconds(5);

        assertThat(started(HOURLY, Missed.SKIP, mark, justAfter)).containsExactly(NOON);
        assertThat(started(HOURLY, Missed.ONE, mark, justAfter)).containsExactly(NOON);
    }

    @Test
    @Timeout(20)
    @DisplayName("A year of missed seconds costs a few steps")
    void aLongTimeIsNotCounted() {
        Timetable seconds = new Timetable.Every(Duration.ofSeconds(1), Instant.EPOCH);
        Timetable minutes = new Timetable.ByClock(Cron.parse("* * * * *"), ZoneId.of("Europe/Berlin"));
        Instant mark = NOON.minus(Duration.ofDays(3_650));

        assertThat(NextFireTime.next(seconds, Missed.SKIP, mark, NOON))
                .isEqualTo(new NextFireTime.LeaveOut(NOON.minusSeconds(60)));
        assertThat(started(minutes, Missed.ONE, mark, NOON)).containsExactly(NOON);
        assertThat(started(new Timetable.ByClock(Cron.parse("0 0 29 2 *"), ZoneId.of("UTC")), Missed.ONE, mark, NOON))
                .containsExactly(Instant.parse("2024-02-29T00:00:00Z"));
    }

    @Test
    @DisplayName("Under random times of checking, no time is started twice or out of order, and none is left out "
            + "if all are wanted")
    void whatIsStartedDoesNotDependOnWhenSomebodyLooks() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            Timetable timetable = random.nextBoolean()
                    ? new Timetable.Every(Duration.ofSeconds(1 + random.nextInt(600)), Instant.EPOCH)
                    : new Timetable.ByClock(Cron.parse("*/7 1,2,3,12 * * *"), ZoneId.of("Europe/Berlin"));
            Missed missed = List.of(Missed.values()).get(random.nextInt(3));
            Instant from = Instant.parse("2026-10-25T00:00:00Z");
            Instant now = from;
            Instant mark = from;
            List<Instant> started = new ArrayList<>();
            for (int look = 0; look < 30; look++) {
                now = now.plusSeconds(random.nextInt(random.nextBoolean() ? 30 : 2_000));
                List<Instant> more = started(timetable, missed, mark, now);
                started.addAll(more);
                mark = now;
            }

            assertThat(started).as("seed %d", seed).doesNotHaveDuplicates().isSorted();
            List<Instant> nominal = started(timetable, Missed.ALL, from, now);
            assertThat(nominal).as("seed %d", seed).containsAll(started);
            if (missed == Missed.ALL) {
                assertThat(started).as("seed %d", seed).isEqualTo(nominal);
            }
        }
    }
}
