package dev.reeve.benchmark.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The open loop measures each request from its planned start")
class OpenLoopTest {

    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(20);

    /** Virtual time; sleeping moves it. */
    private long now = 1_000;

    private final OpenLoop loop = new OpenLoop(() -> now, until -> now = Math.max(now, until), INTERVAL);

    @Test
    void requestsStartAtFixedTimes() {
        List<Long> starts = new ArrayList<>();

        loop.run(5, number -> {
            starts.add(now);
            return CompletableFuture.completedFuture(number);
        });

        assertThat(starts).hasSize(5);
        for (int i = 1; i < starts.size(); i++) {
            assertThat(starts.get(i) - starts.get(i - 1)).isEqualTo(INTERVAL);
        }
        assertThat(loop.latencies().getMaxValue()).isZero();
        assertThat(loop.lateness().getMaxValue()).isZero();
    }

    @Test
    @DisplayName("a stall of 100 ms counts for all requests that were due meanwhile (no coordinated omission)")
    void stallIsCountedForEveryRequestThatWasDueMeanwhile() {
        long stall = 5 * INTERVAL;

        loop.run(10, number -> {
            if (number == 0) {
                now += stall;
            }
            return CompletableFuture.completedFuture(number);
        });

        // Number 0 took 100 ms itself; 1 to 4 were due 20, 40, 60 and 80 ms into the stall; the others saw nothing of
        // it.
        assertThat(loop.latencies().getTotalCount()).isEqualTo(10);
        assertThat(loop.latencies().getMaxValue()).isCloseTo(stall, Percentage.withPercentage(1));
        assertThat(loop.latencies().getCountBetweenValues(INTERVAL / 2, Long.MAX_VALUE / 2))
                .isEqualTo(5);
        assertThat(loop.lateness().getCountBetweenValues(INTERVAL / 2, Long.MAX_VALUE / 2))
                .isEqualTo(4);
    }

    @Test
    void requestsThatHaveNotEndedAreCounted() {
        CompletableFuture<Void> never = new CompletableFuture<>();

        loop.run(3, number -> number == 1 ? never : CompletableFuture.completedFuture(null));

        assertThat(loop.open()).isEqualTo(1);
        now += TimeUnit.SECONDS.toNanos(1);
        never.complete(null);
        assertThat(loop.open()).isZero();
        assertThat(loop.latencies().getMaxValue()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
    }

    @Test
    void failureEndsTheLoopAndIsKept() {
        IllegalStateException failure = new IllegalStateException("no");

        loop.run(
                100,
                number -> number == 2
                        ? CompletableFuture.failedFuture(failure)
                        : CompletableFuture.completedFuture(null));

        assertThat(loop.failure()).isSameAs(failure);
        assertThat(loop.latencies().getTotalCount()).isEqualTo(3);
    }
}
