package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class JsonLineTest {

    private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

    @Test
    void recordsAreWrittenWithTheirOwnNames() {
        assertThat(JsonLine.of(new Event.StepWaiting(StepPath.of("a"), Purpose.FORWARD, AT, WaitReason.PAUSE)))
                .isEqualTo(
                        "{\"kind\":\"stepWaiting\",\"step\":\"a\",\"purpose\":\"FORWARD\",\"until\":\"2026-01-31T12:00:00Z\",\"reason\":\"PAUSE\"}");
    }

    @Test
    @DisplayName("payloads are printed unchanged on one line")
    void payloadsStay() {
        String line = JsonLine.of(new Event.StepCompleted(
                StepPath.of("a"), 1, new Json("{\n \"n\": 12345678901234567890.10,\r\n \"s\": \"a\\nb\" }")));

        assertThat(line).doesNotContain("\n", "\r").contains("12345678901234567890.10", "a\\nb");
        assertThat(Json.parse(line)).isNotNull();
    }

    @Test
    @DisplayName("all texts are escaped")
    void textsAreEscaped() {
        String line = JsonLine.of(Map.of("k\"", List.of("a\"b\\c\n\r\t\u0001é☃", true, 1)));

        assertThat(line).isEqualTo("{\"k\\\"\":[\"a\\\"b\\\\c\\n\\r\\t\\u0001é☃\",true,1]}");
        assertThat(Json.parse(line)).isNotNull();
        assertThat(JsonLine.of(List.of())).isEqualTo("[]");
        assertThat(JsonLine.of(Map.of())).isEqualTo("{}");
    }

    @Test
    @DisplayName("I7: tokens of attempts are left out")
    void noncesAreLeftOut() {
        Event started = new Event.StepStarted(StepPath.of("a"), Purpose.FORWARD, 1, "shop", AT, 4711);

        assertThat(JsonLine.of(started)).doesNotContain("4711", "nonce").contains("\"attempt\":1");
    }
}
