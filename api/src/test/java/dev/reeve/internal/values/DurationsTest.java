package dev.reeve.internal.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "250ms,PT0.25S",
        "30s,PT30S",
        "5m,PT5M",
        "2h,PT2H",
        "3d,PT72H",
        "0s,PT0S",
        "PT1H30M,PT1H30M",
        "P1DT2H,PT26H",
        "PT0.5S,PT0.5S",
        "3650d,PT87600H",
        "90s,PT1M30S"
    })
    void reads(String text, Duration expected) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
        assertThat(Durations.parse(Durations.format(expected))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "s",
                "30",
                "30 s",
                "30S",
                "-5s",
                "1.5h",
                "1h30m",
                "P",
                "PT",
                "P1Y",
                "PT1.0001S",
                "-PT1S",
                "٣s",
                "3651d",
                "999999999999999999d",
                "9999999999999999999s",
                "P999999999D"
            })
    void refuses(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void writesTheLargestUnitThatFits() {
        assertThat(Durations.format(Duration.ofMillis(1500))).isEqualTo("1500ms");
        assertThat(Durations.format(Duration.ofSeconds(90))).isEqualTo("90s");
        assertThat(Durations.format(Duration.ofDays(2))).isEqualTo("2d");
        assertThat(Durations.format(Duration.ZERO)).isEqualTo("0s");
    }
}
