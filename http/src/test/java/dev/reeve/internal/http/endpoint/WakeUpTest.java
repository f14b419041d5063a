package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A wake-up")
final class WakeUpTest {

    private final Deque<Runnable> now = new ArrayDeque<>();
    private final Deque<Runnable> later = new ArrayDeque<>();
    private int rounds;
    private Runnable during = () -> {};
    private final WakeUp wakeUp = new WakeUp(this::round, now::add, later::add);

    private void round() {
        rounds++;
        Runnable once = during;
        during = () -> {};
        once.run();
    }

    @Test
    @DisplayName("Asking runs nothing on the thread that asks, and many requests are one round")
    void joins() {
        for (int i = 0; i < 1_000; i++) {
            wakeUp.ask();
        }
        assertThat(rounds).isZero();
        assertThat(now).hasSize(1);

        now.remove().run();

        assertThat(rounds).isEqualTo(1);
    }

    @Test
    @DisplayName("A request during a round, or during the rest after it, is followed by another round")
    void losesNothing() {
        wakeUp.ask();
        during = wakeUp::ask;
        now.remove().run();
        assertThat(rounds).as("rests first").isEqualTo(1);
        later.remove().run();
        assertThat(rounds).isEqualTo(2);

        wakeUp.ask();
        later.remove().run();
        assertThat(rounds).isEqualTo(3);

        later.remove().run();
        assertThat(rounds).isEqualTo(3);
        assertThat(now).isEmpty();
        assertThat(later).isEmpty();
        wakeUp.ask();
        assertThat(now).as("idle again").hasSize(1);
    }

    @Test
    @DisplayName("A task that fails, and a thread that does not start, lose no later request")
    void failures() {
        wakeUp.ask();
        during = () -> {
            throw new IllegalStateException("on purpose");
        };
        assertThatThrownBy(() -> now.remove().run()).hasMessage("on purpose");
        wakeUp.ask();
        later.remove().run();
        assertThat(rounds).isEqualTo(2);

        WakeUp without = new WakeUp(
                this::round,
                task -> {
                    if (now.isEmpty()) {
                        now.add(task);
                        throw new RejectedExecutionException("no thread");
                    }
                    task.run();
                },
                later::add);
        assertThatThrownBy(without::ask).hasMessage("no thread");
        without.ask();
        assertThat(rounds).isEqualTo(3);
    }
}
