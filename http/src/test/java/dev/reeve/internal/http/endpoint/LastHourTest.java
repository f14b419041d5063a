package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.ExecutionStatus;
import dev.reeve.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The figures of the last hour")
final class LastHourTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // the clock may jump to negative numbers
    private final ChangeFeed feed = new ChangeFeed("e", nanos::get);

    private Documents.Minute newest() {
        return feed.lastHour("default", NOW).minutes().getLast();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    @DisplayName("O4: are counted in their minutes and namespaces, the newest last")
    void counts() {
        feed.executionStarted("order");
        feed.executionStarted("billing/order");
        feed.attemptEnded("card.charge", Purpose.FORWARD, null, Duration.ofSeconds(1));
        feed.attemptEnded("card.charge", Purpose.FORWARD, Cause.TRANSIENT, Duration.ofSeconds(1));
        feed.stepEscalated("card.charge", Purpose.FORWARD, Cause.BUSINESS);
        pass(Duration.ofSeconds(90));
        feed.executionEnded("order", ExecutionStatus.COMPLETED, Duration.ofSeconds(1));
        feed.executionEnded("order", ExecutionStatus.CANCELLED, Duration.ofSeconds(1));
        feed.executionEnded("order", ExecutionStatus.FAILED, Duration.ofSeconds(1));

        Documents.LastHour hour = feed.lastHour("default", NOW);
        assertThat(hour.since()).isEqualTo(NOW.minusSeconds(90));
        assertThat(hour.minutes())
                .containsExactly(
                        new Documents.Minute(NOW.minusSeconds(90), 1, 0, 0, 0, 2, 1, 1),
                        new Documents.Minute(NOW.minusSeconds(30), 0, 1, 1, 1, 0, 0, 0));
        assertThat(feed.lastHour("billing", NOW).minutes().getFirst().started()).isEqualTo(1);
        assertThat(feed.lastHour("nobody", NOW).minutes())
                .extracting(Documents.Minute::started)
                .containsExactly(0, 0);
    }

    @Test
    @DisplayName("are those of an hour: an earlier minute is forgotten, also if nothing replaced it")
    void forgets() {
        feed.executionStarted("order");
        pass(Duration.ofMinutes(59));
        assertThat(feed.lastHour("default", NOW).minutes())
                .hasSize(60)
                .first()
                .satisfies(minute -> assertThat(minute.started()).isEqualTo(1));
        pass(Duration.ofMinutes(1));
        List<Documents.Minute> minutes = feed.lastHour("default", NOW).minutes();
        assertThat(minutes)
                .hasSize(60)
                .allSatisfy(minute -> assertThat(minute.started()).isZero());
        feed.executionStarted("order");
        assertThat(newest().started()).isEqualTo(1);
        pass(Duration.ofDays(10));
        assertThat(newest().started()).isZero();
    }

    @Test
    @DisplayName("take bounded memory: further namespaces are not counted")
    void isBounded() {
        for (int i = 0; i <= LastHour.NAMESPACES_MAX; i++) {
            feed.executionStarted("n" + i + "/order");
        }
        assertThat(feed.lastHour("n0", NOW).minutes().getLast().started()).isEqualTo(1);
        assertThat(feed.lastHour("n" + LastHour.NAMESPACES_MAX, NOW)
                        .minutes()
                        .getLast()
                        .started())
                .isZero();
    }
}
