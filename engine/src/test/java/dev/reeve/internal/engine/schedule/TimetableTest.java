package dev.reeve.internal.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Cron;
import dev.reeve.Gap;
import dev.reeve.Overlap;
import dev.reeve.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("S8: the due times of schedules")
final class TimetableTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static List<String> three(Timetable timetable, String after) {
        List<String> found = new ArrayList<>();
        Instant next = Instant.parse(after);
        for (int i = 0; i < 3; i++) {
            next = timetable.after(next).orElseThrow();
            found.add(next.toString());
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "* * * * *          | 2026-01-31T12:00:00Z 2026-01-31T12:01:00Z 2026-01-31T12:02:00Z",
                "*/15 9-17 * * MON-FRI | 2026-02-02T09:00:00Z 2026-02-02T09:15:00Z 2026-02-02T09:30:00Z",
                "0 8 1 * *          | 2026-02-01T08:00:00Z 2026-03-01T08:00:00Z 2026-04-01T08:00:00Z",
                "0 0 L * *          | 2026-02-28T00:00:00Z 2026-03-31T00:00:00Z 2026-04-30T00:00:00Z",
                "0 0 29 FEB *       | 2028-02-29T00:00:00Z 2032-02-29T00:00:00Z 2036-02-29T00:00:00Z",
                "0 0 13 * FRI       | 2026-02-06T00:00:00Z 2026-02-13T00:00:00Z 2026-02-20T00:00:00Z",
                "0 0 * * 7          | 2026-02-01T00:00:00Z 2026-02-08T00:00:00Z 2026-02-15T00:00:00Z",
                "0 0 * * sat-sun    | 2026-02-01T00:00:00Z 2026-02-07T00:00:00Z 2026-02-08T00:00:00Z",
                "5,50-59/3 0 1 jan * | 2027-01-01T00:05:00Z 2027-01-01T00:50:00Z 2027-01-01T00:53:00Z",
                "@daily             | 2026-02-01T00:00:00Z 2026-02-02T00:00:00Z 2026-02-03T00:00:00Z",
                "@weekly            | 2026-02-01T00:00:00Z 2026-02-08T00:00:00Z 2026-02-15T00:00:00Z",
                "@yearly            | 2027-01-01T00:00:00Z 2028-01-01T00:00:00Z 2029-01-01T00:00:00Z",
            })
    void cronsComeWhenTheySay(String cron, String expected) {
        Timetable timetable = new Timetable.ByClock(Cron.parse(cron), ZoneOffset.UTC);

        assertThat(three(timetable, "2026-01-31T11:59:59.999999Z")).containsExactly(expected.split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''              | expected five fields, minute hour day-of-month month day-of-week, found 0",
                "* * * *         | found 4",
                "0 0 * * * *     | found 6",
                "60 * * * *      | the minute '60' is wrong: expected numbers from 0 to 59",
                "* 24 * * *      | the hour '24' is wrong",
                "* * 0 * *       | the day of the month '0' is wrong: expected numbers from 1 to 31",
                "* * * 13 *      | the month '13' is wrong",
                "* * * * 8       | the day of the week '8' is wrong",
                "* * * * MONDAY  | expected numbers or names such as MON",
                "5/15 * * * *    | expected a range before /, such as 5-59/15",
                "*/0 * * * *     | expected a step from 1 to 59 after /",
                "22-2 * * * *    | write two, such as 22-23,0-2",
                "1,,2 * * * *    | the minute '1,,2' is wrong",
                "-5 * * * *      | the minute '-5' is wrong",
                "? * * * *       | the minute '?' is wrong",
                "99999999999999 * * * * | the minute",
                "0 0 30 2 *      | never comes",
                "0 0 31 4,6,9,11 * | never comes",
                "@reboot         | expected @yearly",
            })
    void whatIsNoCronIsRefused(String cron, String message) {
        assertThatThrownBy(() -> Cron.parse(cron))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aTimeThatDoesNotExistIsTheNextOrNone() {
        Cron cron = Cron.parse("30 2 * * *");
        String before = "2026-03-28T12:00:00Z";

        assertThat(three(new Timetable.ByClock(cron, BERLIN, Gap.NEXT, Overlap.FIRST), before))
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z", "2026-03-31T00:30:00Z");
        assertThat(three(new Timetable.ByClock(cron, BERLIN, Gap.SKIP, Overlap.FIRST), before))
                .containsExactly("2026-03-30T00:30:00Z", "2026-03-31T00:30:00Z", "2026-04-01T00:30:00Z");
    }

    @Test
    void aTimeThatComesTwiceCountsOnceOrTwice() {
        Cron cron = Cron.parse("30 2 * * *");
        String before = "2026-10-24T12:00:00Z";

        assertThat(three(new Timetable.ByClock(cron, BERLIN, Gap.NEXT, Overlap.FIRST), before))
                .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z", "2026-10-27T01:30:00Z");
        assertThat(three(new Timetable.ByClock(cron, BERLIN, Gap.NEXT, Overlap.BOTH), before))
                .containsExactly("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-26T01:30:00Z");
    }

    @Test
    @DisplayName("Nothing is due after the year 9999")
    void timeEnds() {
        assertThat(new Timetable.ByClock(Cron.parse("@hourly"), BERLIN).after(Instant.parse("9999-12-31T23:30:00Z")))
                .isEmpty();
    }

    @Test
    void aFixedRateKeepsItsPaceWhateverClocksDo() {
        Instant first = Instant.parse("2026-01-31T12:00:00Z");
        Timetable timetable = new Timetable.Every(Duration.ofMinutes(90), first);

        assertThat(three(timetable, "2026-01-31T11:00:00Z"))
                .containsExactly("2026-01-31T12:00:00Z", "2026-01-31T13:30:00Z", "2026-01-31T15:00:00Z");
        assertThat(timetable.after(first.plus(Duration.ofDays(2_900_000)).plusNanos(1)))
                .contains(first.plus(Duration.ofDays(2_900_000)).plus(Duration.ofMinutes(90)));
        assertThatThrownBy(() -> new Timetable.Every(Duration.ofMillis(999), first))
                .hasMessageContaining("expected 1 second to 3650 days");
        assertThatThrownBy(() -> new Timetable.Every(Duration.ofMillis(1_500), first))
                .hasMessageContaining("whole seconds");
    }

    @Test
    void unknownZonesAreRefused() {
        assertThat(Timetable.ByClock.zone("Europe/Berlin")).isEqualTo(BERLIN);
        assertThatThrownBy(() -> Timetable.ByClock.zone("Europe/Berlim"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no time zone 'Europe/Berlim'");
    }
}
