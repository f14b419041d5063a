package dev.reeve.agent.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The delay that a service asks for: seconds, or a date. */
final class RetryAfter {

    /** A longer delay counts as this one. */
    static final Duration MAX = Duration.ofDays(1);

    private RetryAfter() {}

    /**
     * Reads the header. A date is compared with the service's own date, and otherwise with the clock.
     *
     * @return empty without the header, and if it is neither seconds nor a date
     */
    static Optional<Duration> of(Answer answer, InstantSource clock) {
        String asked = answer.header("retry-after");
        if (asked == null) {
            return Optional.empty();
        }
        Duration delay;
        if (asked.matches("[0-9]{1,9}")) {
            delay = Duration.ofSeconds(Long.parseLong(asked));
        } else {
            Instant until = date(asked);
            if (until == null) {
                return Optional.empty();
            }
            Instant theirs = date(String.valueOf(answer.header("date")));
            delay = Duration.between(theirs == null ? clock.instant() : theirs, until);
        }
        if (delay.isNegative()) {
            return Optional.of(Duration.ZERO);
        }
        return Optional.of(delay.compareTo(MAX) > 0 ? MAX : delay);
    }

    private static @Nullable Instant date(String text) {
        try {
            return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
        } catch (DateTimeException e) {
            return null;
        }
    }
}
