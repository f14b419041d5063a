package dev.reeve.internal.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** T4: removing keeps up with what ends, and takes no more of the time than that needs, in a simulated store. */
class RemovalPaceTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final RemovalPace pace = new RemovalPace(Duration.ofMillis(50), 0.9);
    private long now;
    private double backlog;
    private double removed;
    private long busy;

    /**
     * For this duration, this many executions become due in a second, and removing one takes this many microseconds.
     */
    private void run(Duration length, int rate, int micros) {
        long end = now + length.toNanos();
        removed = 0;
        busy = 0;
        while (now < end) {
            int found = (int) Math.min(pace.limit(), backlog);
            long took = 200_000 + 1_000L * found * micros;
            backlog -= found;
            removed += found;
            busy += took;
            now += took;
            Duration lag = Duration.ofNanos((long) (backlog / rate * SECOND));
            long rest = pace.rest(found, took, took, lag, now);
            now += rest;
            backlog += (took + rest) * (double) rate / SECOND;
        }
    }

    @Test
    @DisplayName("T4: 10,000 executions a second are removed as fast as they end, in half of the time if needed")
    void inStep() {
        run(Duration.ofMinutes(1), 10_000, 50);
        run(Duration.ofMinutes(1), 10_000, 50);
        assertThat(removed).isBetween(590_000.0, 610_000.0);
        assertThat(backlog).isLessThan(50_000);
    }

    @Test
    @DisplayName("T4: a backlog shrinks, but leaves the lanes most of the time")
    void backlog() {
        backlog = 1_000_000;
        run(Duration.ofMinutes(2), 1_000, 50);
        assertThat(removed).isGreaterThan(240_000);
        assertThat((double) busy / Duration.ofMinutes(2).toNanos()).isLessThan(0.5);
        double before = backlog;
        run(Duration.ofMinutes(10), 1_000, 50);
        assertThat(backlog).isLessThan(before / 2);
    }

    @Test
    @DisplayName("T4: a removal beyond the pace takes only its share of the time")
    void tooMuch() {
        run(Duration.ofMinutes(2), 50_000, 50);
        run(Duration.ofMinutes(1), 50_000, 50);
        assertThat((double) busy / Duration.ofMinutes(1).toNanos()).isBetween(0.8, 0.93);
    }

    @Test
    @DisplayName("T4: the page size follows the store, and shrinks after trouble")
    void size() {
        run(Duration.ofMinutes(1), 10_000, 200);
        assertThat(pace.limit()).isBetween(100, 400);
        int before = pace.limit();
        pace.smaller();
        assertThat(pace.limit()).isLessThan(before);
        for (int i = 0; i < 10; i++) {
            pace.smaller();
        }
        assertThat(pace.limit()).isEqualTo(50);
    }

    @Test
    @DisplayName("T4: without ended executions it looks once a minute")
    void idle() {
        for (int i = 0; i < 20; i++) {
            now += pace.rest(0, 100_000, 0, Duration.ZERO, now);
        }
        assertThat(pace.rest(0, 100_000, 0, Duration.ZERO, now)).isEqualTo(60 * SECOND);
    }

    @Test
    @DisplayName("T4: after a page of more than a minute the lanes get their time, too")
    void slowPage() {
        RemovalPace half = new RemovalPace(Duration.ofMillis(50), 0.5);
        now += half.rest(10, SECOND, SECOND, Duration.ZERO, now);
        assertThat(half.rest(10, 120 * SECOND, 120 * SECOND, Duration.ZERO, now + 120 * SECOND))
                .isEqualTo(120 * SECOND);
    }
}
