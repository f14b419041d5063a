package dev.reeve.internal.engine.dispatch.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: how many calls have begun lately. */
class RateWindowTest {

    private final RateWindow window = new RateWindow(seconds(60));

    private static long seconds(long count) {
        return Duration.ofSeconds(count).toNanos();
    }

    @Test
    @DisplayName("S8 a call that did not happen is removed from the window, and no other call")
    void givesBackItsOwn() {
        RateWindow.Begun first = window.add(seconds(0));
        window.add(seconds(30));

        first.giveBack();
        assertThat(window.count(seconds(31))).isEqualTo(1);
        window.add(seconds(31));

        assertThat(window.count(seconds(61)))
                .as("two have begun within a minute")
                .isEqualTo(2);
        assertThat(window.nextNanos()).isEqualTo(seconds(90));
        assertThat(window.count(seconds(90))).isEqualTo(1);
    }

    @Test
    @DisplayName("S8 a call outside the window is not given back")
    void tooLateToGiveBack() {
        RateWindow.Begun first = window.add(seconds(0));
        window.add(seconds(59));
        assertThat(window.count(seconds(60))).isEqualTo(1);

        first.giveBack();

        assertThat(window.count(seconds(60))).isEqualTo(1);
    }

    @Test
    @DisplayName("S8 each of several close calls can be given back")
    void closeTogether() {
        RateWindow.Begun first = window.add(0);
        RateWindow.Begun second = window.add(1);
        assertThat(first).isSameAs(second);

        first.giveBack();
        assertThat(window.count(2)).isEqualTo(1);
        second.giveBack();
        assertThat(window.count(2)).isZero();
    }
}
