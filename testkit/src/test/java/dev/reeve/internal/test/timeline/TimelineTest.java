package dev.reeve.internal.test.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {

    @Test
    void things_happen_in_the_order_of_time() {
        Timeline timeline = new Timeline(1);
        List<String> happened = new ArrayList<>();
        timeline.after(Duration.ofSeconds(2), "two", () -> happened.add("two"));
        timeline.after(Duration.ofSeconds(1), "one", () -> {
            happened.add("one");
            timeline.after(Duration.ofMillis(500), "between", () -> happened.add("between"));
        });
        timeline.after(Duration.ofSeconds(1), "never", () -> happened.add("never"))
                .cancel();
        timeline.runUntil(Duration.ofSeconds(10).toNanos());
        assertThat(happened).containsExactly("one", "between", "two");
        assertThat(timeline.nanos()).isEqualTo(Duration.ofSeconds(10).toNanos());
        assertThat(timeline.runNext()).isFalse();
    }

    @Test
    void the_same_seed_gives_the_same_order_and_another_seed_another_one() {
        assertThat(draw(7)).isEqualTo(draw(7)).isNotEqualTo(draw(8));
    }

    private static List<String> draw(long seed) {
        Timeline timeline = new Timeline(seed);
        List<String> happened = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String name = "task " + i;
            timeline.after(Duration.ZERO, name, () -> happened.add(name));
        }
        timeline.runUntil(0);
        happened.add(Long.toHexString(timeline.hash()));
        return happened;
    }
}
