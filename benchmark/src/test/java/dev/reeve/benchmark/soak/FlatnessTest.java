package dev.reeve.benchmark.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The growth check of a soak")
final class FlatnessTest {

    private static Flatness.Trend trend(String name, LongToDoubleFunction value) {
        List<SoakLook> looks = LongStream.range(0, 40)
                .mapToObj(at -> new SoakLook(at * 30, Map.of(name, value.applyAsDouble(at))))
                .toList();
        return Flatness.trends(looks).getFirst();
    }

    @Test
    void whatGrowsSteadilyIsNotFlat() {
        assertThat(trend(SoakLook.HEAP, at -> 50 + at).isFlat()).isFalse();
        assertThat(trend(SoakLook.THREADS, at -> 40 + at / 2.0).isFlat()).isFalse();
        assertThat(trend("journal MiB", at -> 20 + 2 * at).isFlat()).isFalse();
    }

    @Test
    void whatIsFilledAtFirstAndThenSwingsIsFlat() {
        Flatness.Trend trend = trend(SoakLook.HEAP, at -> at < 10 ? 5 * at : 50 + 10 * (at % 2));

        assertThat(trend.isFlat()).isTrue();
        assertThat(trend).hasToString("heap MiB: 55.0 in the second quarter, 55.0 in the last");
    }
}
