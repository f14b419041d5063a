package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import dev.reeve.internal.values.Times;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/** The <em>nominal times</em> of a schedule, in order and without duplicates. Immutable and thread-safe. */
public sealed interface Timetable {

    /** The first nominal time after an instant; empty if none exists before the year 10000. */
    Optional<Instant> after(Instant instant);

    /**
     * Local times in a time zone.
     *
     * @param cron the local times
     * @param zone their time zone
     * @param gap how to handle local times that do not exist
     * @param overlap how to handle local times that occur twice
     */
    record ByClock(Cron cron, ZoneId zone, Gap gap, Overlap overlap) implements Timetable {

        /** Moves a time in a gap to the first moment after it, and uses the first of two occurrences. */
        public ByClock(Cron cron, ZoneId zone) {
            this(cron, zone, Gap.NEXT, Overlap.FIRST);
        }

        /**
         * Finds a zone by its name, such as {@code Europe/Berlin}.
         *
         * @throws IllegalArgumentException if the zone does not exist
         */
        public static ZoneId zone(String name) {
            try {
                return ZoneId.of(name);
            } catch (DateTimeException e) {
                throw new IllegalArgumentException(
                        "there is no time zone '%s': expected a name such as Europe/Berlin or UTC".formatted(name), e);
            }
        }

        /**
         * Goes from one transition of the zone's offset to the next. Between transitions, local time and instants
         * advance alike.
         */
        @Override
        public Optional<Instant> after(Instant instant) {
            ZoneRules rules = zone.getRules();
            Instant from = instant.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
            while (true) {
                ZoneOffset offset = rules.getOffset(from);
                LocalDateTime local = LocalDateTime.ofInstant(from, offset);
                // the transition at the beginning of this stretch
                ZoneOffsetTransition change = rules.previousTransition(from.plusSeconds(1));
                if (change != null
                        && change.isOverlap()
                        && overlap == Overlap.FIRST
                        && local.isBefore(change.getDateTimeBefore())) {
                    local = change.getDateTimeBefore();
                }
                if (change != null && change.getInstant().equals(from) && isInGap(change)) {
                    return Optional.of(from);
                }
                Optional<LocalDateTime> next = cron.nextFrom(local);
                ZoneOffsetTransition end = rules.nextTransition(from);
                if (next.isEmpty()) {
                    return Optional.empty();
                }
                Instant found = next.get().toInstant(offset);
                if (end == null || found.isBefore(end.getInstant())) {
                    return Optional.of(found);
                }
                from = end.getInstant();
            }
        }

        private boolean isInGap(ZoneOffsetTransition change) {
            return change.isGap()
                    && gap == Gap.NEXT
                    && cron.nextFrom(change.getDateTimeBefore())
                            .filter(time -> time.isBefore(change.getDateTimeAfter()))
                            .isPresent();
        }
    }

    /**
     * A fixed period, independent of local time.
     *
     * @param period at least a second, in whole seconds
     * @param first the first nominal time; before the year 10000
     */
    record Every(Duration period, Instant first) implements Timetable {

        /** A shorter period would be a loop rather than a schedule. */
        public static final Duration PERIOD_MIN = Duration.ofSeconds(1);

        /** A longer period is taken for a mistake. */
        public static final Duration PERIOD_MAX = Duration.ofDays(3650);

        public Every {
            if (period.compareTo(PERIOD_MIN) < 0
                    || period.compareTo(PERIOD_MAX) > 0
                    || !period.equals(period.truncatedTo(ChronoUnit.SECONDS))) {
                throw OptionChecks.invalid(
                        "the period %s is out of range: expected 1 second to 3650 days, in whole seconds"
                                .formatted(period));
            }
            first = Times.normal(first);
        }

        @Override
        public Optional<Instant> after(Instant instant) {
            if (instant.isBefore(first)) {
                return Optional.of(first);
            }
            // The first nominal time is in the storable range, so the sum exceeds that range by ten years at most.
            long done = Duration.between(first, Times.normal(instant)).toSeconds() / period.toSeconds();
            Instant next = first.plusSeconds((done + 1) * period.toSeconds());
            return next.isAfter(Times.MAX) ? Optional.empty() : Optional.of(next);
        }
    }

    /**
     * A single instant.
     *
     * @param instant before the year 10000
     */
    record Once(Instant instant) implements Timetable {
        public Once {
            instant = Times.normal(instant);
        }

        @Override
        public Optional<Instant> after(Instant mark) {
            return mark.isBefore(instant) ? Optional.of(instant) : Optional.empty();
        }
    }
}
