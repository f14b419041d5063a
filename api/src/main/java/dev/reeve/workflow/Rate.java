package dev.reeve.workflow;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number per unit of time, written {@code 10/s}, {@code 600/m}, {@code 1000/h} or {@code 5/d}.
 *
 * @param count from 1 to 1,000,000
 * @param unit the unit of time
 */
public record Rate(int count, Unit unit) {

    /** The highest {@code count}. */
    public static final int COUNT_MAX = 1_000_000;

    private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,6})/([smhd])");

    /** A unit of time. */
    public enum Unit {
        /** A second. */
        SECOND("s", Duration.ofSeconds(1)),

        /** A minute. */
        MINUTE("m", Duration.ofMinutes(1)),

        /** An hour. */
        HOUR("h", Duration.ofHours(1)),

        /** 24 hours. */
        DAY("d", Duration.ofDays(1));

        private final String letter;
        private final Duration length;

        Unit(String letter, Duration length) {
            this.letter = letter;
            this.length = length;
        }

        /** The length of the unit. */
        public Duration length() {
            return length;
        }

        private static Unit of(String letter) {
            for (Unit unit : values()) {
                if (unit.letter.equals(letter)) {
                    return unit;
                }
            }
            throw new IllegalArgumentException("not a unit of a rate: " + letter);
        }
    }

    /**
     * This number per second.
     *
     * @param count from 1 to 1,000,000
     */
    public static Rate perSecond(int count) {
        return new Rate(count, Unit.SECOND);
    }

    /**
     * This number per minute.
     *
     * @param count from 1 to 1,000,000
     */
    public static Rate perMinute(int count) {
        return new Rate(count, Unit.MINUTE);
    }

    /**
     * This number per hour.
     *
     * @param count from 1 to 1,000,000
     */
    public static Rate perHour(int count) {
        return new Rate(count, Unit.HOUR);
    }

    /**
     * This number per 24 hours.
     *
     * @param count from 1 to 1,000,000
     */
    public static Rate perDay(int count) {
        return new Rate(count, Unit.DAY);
    }

    /** Parses a rate; empty if the text is not a rate. */
    public static Optional<Rate> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(1)) > COUNT_MAX) {
            return Optional.empty();
        }
        return Optional.of(new Rate(Integer.parseInt(matcher.group(1)), Unit.of(matcher.group(2))));
    }

    /** The form in a definition. */
    @Override
    public String toString() {
        return count + "/" + unit.letter;
    }
}
