package dev.reeve.internal.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ParsedPayloadsTest {

    private final ParsedPayloads parsed = new ParsedPayloads();

    @Test
    @DisplayName("a large payload is parsed once while its value is in use, and another one has its own value")
    void large() {
        Json one = numbers(2_000);
        Json other = numbers(2_001);

        Object value = parsed.value(one);

        assertThat(parsed.value(one)).isSameAs(value).isEqualTo(one.value());
        assertThat(parsed.value(other)).isEqualTo(other.value());
        assertThat(parsed.value(one)).isSameAs(value);
    }

    @Test
    @DisplayName("more payloads than are remembered still have their own values")
    void many() {
        List<Json> payloads = IntStream.range(2_000, 2_020)
                .mapToObj(ParsedPayloadsTest::numbers)
                .toList();

        for (int round = 0; round < 3; round++) {
            for (Json payload : payloads) {
                assertThat(parsed.value(payload)).isEqualTo(payload.value());
            }
        }
    }

    @Test
    @DisplayName("small payloads and null are not remembered")
    void small() {
        Json small = new Json("{\"a\":1}");

        assertThat(parsed.value(small)).isEqualTo(Map.of("a", 1)).isNotSameAs(parsed.value(small));
        assertThat(parsed.value(Json.NULL)).isNull();
    }

    private static Json numbers(int count) {
        return new Json(
                IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]")));
    }
}
