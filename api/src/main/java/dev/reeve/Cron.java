package dev.reeve;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression for local times: five fields, {@code minute hour day-of-month month day-of-week}.
 *
 * <p>A field is {@code *}, a number, a range {@code 1-5}, a step {@code 0-59/15} (or a star in place of the range), or
 * a list of these. Months and days of the week may be names ({@code JAN}, {@code MON}). Sunday is both 0 and 7.
 * {@code L} is the last day of the month. If both day fields are given, a day needs to match only one of them, as in
 * cron. {@code @yearly}, {@code @monthly}, {@code @weekly}, {@code @daily} and {@code @hourly} have their usual
 * meanings.
 *
 * <p>Immutable and thread-safe. Two instances are equal if their texts are.
 *
 * <pre>{@code
 * Cron weekdays = Cron.parse("30 8 * * MON-FRI");
 * }</pre>
 */
public final class Cron {

    /** Late enough for any expression, and early enough to avoid overflow. */
    private static final int YEAR_MAX = 9_999;

    private static final Map<String, String> SHORT = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");

    private final String text;
    private final long minutes;
    private final long hours;
    private final long days;
    private final boolean lastDay;
    private final long months;
    private final long weekdays;
    /** Whether the day of the month is restricted, and the day of the week below. */
    private final boolean byDay;

    private final boolean byWeekday;

    private Cron(String text, String[] fields) {
        this.text = text;
        this.minutes = CronField.MINUTE.parse(fields[0]);
        this.hours = CronField.HOUR.parse(fields[1]);
        this.lastDay = fields[2].equalsIgnoreCase("L");
        this.days = lastDay ? 0 : CronField.DAY_OF_MONTH.parse(fields[2]);
        this.months = CronField.MONTH.parse(fields[3]);
        this.weekdays = CronField.DAY_OF_WEEK.parse(fields[4]);
        this.byDay = !fields[2].equals("*");
        this.byWeekday = !fields[4].equals("*");
    }

    /**
     * Parses the syntax described above.
     *
     * @throws IllegalArgumentException if the text is malformed or never matches; the message says what was expected
     */
    public static Cron parse(String text) {
        String stripped = text.strip();
        if (stripped.startsWith("@") && !SHORT.containsKey(stripped)) {
            throw new IllegalArgumentException(
                    "there is no '%s': expected @yearly, @monthly, @weekly, @daily or @hourly".formatted(stripped));
        }
        String[] fields = SHORT.getOrDefault(stripped, stripped).split("\\s+", -1);
        if (fields.length != 5) {
            throw new IllegalArgumentException(
                    "'%s' is no cron: expected five fields, minute hour day-of-month month day-of-week, found %d"
                            .formatted(stripped, stripped.isEmpty() ? 0 : fields.length));
        }
        Cron cron = new Cron(stripped, fields);
        // every combination of day, month and weekday occurs within 28 years, or after a leap day that a century omits
        if (cron.nextFrom(LocalDateTime.of(1999, 1, 1, 0, 0)).isEmpty()) {
            throw new IllegalArgumentException("'%s' never comes: there is no such day".formatted(stripped));
        }
        return cron;
    }

    /** The first matching time at or after this one; empty if none exists before the year 10000. */
    Optional<LocalDateTime> nextFrom(LocalDateTime from) {
        LocalDateTime start = from.truncatedTo(ChronoUnit.MINUTES);
        if (start.isBefore(from)) {
            start = start.plusMinutes(1);
        }
        LocalTime time = start.toLocalTime();
        int yearMax = Math.min(YEAR_MAX, start.getYear() + 40);
        LocalDate date = start.toLocalDate();
        while (date.getYear() <= yearMax) {
            if ((months >>> date.getMonthValue() & 1) == 0) {
                date = date.withDayOfMonth(1).plusMonths(1);
                time = LocalTime.MIN;
                continue;
            }
            if (isDay(date)) {
                int minute = nextMinute(time);
                if (minute >= 0) {
                    return Optional.of(date.atStartOfDay().plusMinutes(minute));
                }
            }
            date = date.plusDays(1);
            time = LocalTime.MIN;
        }
        return Optional.empty();
    }

    private boolean isDay(LocalDate date) {
        boolean day = lastDay ? date.getDayOfMonth() == date.lengthOfMonth() : (days >>> date.getDayOfMonth() & 1) != 0;
        boolean weekday = (weekdays >>> date.getDayOfWeek().getValue() % 7 & 1) != 0;
        return (byDay && byWeekday) ? (day || weekday) : (day && weekday);
    }

    /** The minute of the day, from 0; -1 if none matches from the given time on. */
    private int nextMinute(LocalTime from) {
        long rest = hours >>> from.getHour() << from.getHour();
        while (rest != 0) {
            int hour = Long.numberOfTrailingZeros(rest);
            int first = hour == from.getHour() ? from.getMinute() : 0;
            long left = minutes >>> first << first;
            if (left != 0) {
                return hour * 60 + Long.numberOfTrailingZeros(left);
            }
            rest &= rest - 1;
        }
        return -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Cron cron && cron.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The original text. */
    @Override
    public String toString() {
        return text;
    }
}
