package dev.reeve.internal.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class StoreClockTest {

    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private long nanos;
    private Duration offset = Duration.ZERO;
    private Duration wait = Duration.ZERO;
    private final StoreClock clock = new StoreClock(this::read, () -> nanos, Duration.ofSeconds(10));

    @Test
    @DisplayName("F27: between two readings time passes as the monotonic clock")
    void passesWithTheMonotonicClock() {
        pass(Duration.ofSeconds(90));
        assertThat(clock.now()).isEqualTo(BEGINNING.plusSeconds(90));
    }

    @Test
    @DisplayName("F26: a store's clock that is set back neither turns time back nor stops it, and is followed in "
            + "the end")
    void setBack() {
        offset = Duration.ofMinutes(-10);
        clock.sync();
        pass(Duration.ofSeconds(10));
        for (int i = 0; i < 60; i++) {
            Instant before = clock.now();
            clock.sync();
            pass(Duration.ofSeconds(10));
            assertThat(Duration.between(before, clock.now())).isEqualTo(Duration.ofSeconds(9));
        }
        for (int i = 0; i < 600; i++) {
            clock.sync();
            pass(Duration.ofSeconds(10));
        }
        clock.sync();
        assertThat(clock.now()).isEqualTo(storeTime());
    }

    @Test
    @DisplayName(
            "F26: a jump forwards is followed once it has lasted for the time of the freeze, as after a suspended machine")
    void jumpForwards() {
        offset = Duration.ofHours(3);
        clock.sync();
        assertThat(clock.isDoubtful()).isTrue();
        assertThat(clock.jump()).isNull();

        pass(Duration.ofSeconds(2));
        clock.sync();
        assertThat(clock.jump()).isNotNull();
        assertThat(clock.now()).isEqualTo(BEGINNING.plusSeconds(2));

        pass(Duration.ofSeconds(8));
        clock.sync();
        assertThat(clock.now()).isEqualTo(storeTime());
        assertThat(clock.isDoubtful()).isFalse();
    }

    @Test
    @DisplayName("A reading whose answer took long is no jump")
    void slowAnswer() {
        StoreClock slow = new StoreClock(
                () -> {
                    Instant read = storeTime();
                    pass(Duration.ofSeconds(40));
                    return read;
                },
                () -> nanos,
                Duration.ofSeconds(10));
        slow.sync();
        assertThat(slow.isDoubtful()).isFalse();
    }

    @Test
    @DisplayName("F26, I13: a connection that is free only after 24 s does not move the time of the node")
    void slowConnection() {
        wait = Duration.ofSeconds(24);
        clock.sync();
        assertThat(clock.now()).isEqualTo(storeTime());

        wait = Duration.ZERO;
        clock.sync();
        assertThat(clock.isDoubtful()).isFalse();
        assertThat(clock.now()).isEqualTo(storeTime());
    }

    @Test
    @DisplayName("A slow first reading is repeated")
    void slowFirstReading() {
        wait = Duration.ofSeconds(24);
        StoreClock opened = new StoreClock(
                () -> {
                    Instant read = read();
                    wait = Duration.ZERO;
                    return read;
                },
                () -> nanos,
                Duration.ofSeconds(10));
        assertThat(opened.now()).isEqualTo(BEGINNING.plusNanos(nanos));
    }

    /** The store's time, after a wait for a connection. */
    private Instant read() {
        pass(wait);
        return storeTime();
    }

    private Instant storeTime() {
        return BEGINNING.plusNanos(nanos).plus(offset);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
