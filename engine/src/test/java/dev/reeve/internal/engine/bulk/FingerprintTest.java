package dev.reeve.internal.engine.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** O5: messages that differ only in whom they are about have one fingerprint. */
final class FingerprintTest {

    @Test
    @DisplayName("numbers, ids and times are replaced, words stay")
    void whatDiffersIsReplaced() {
        Map<String, String> expected = Map.of(
                "no report until complete-by (2026-01-31T12:00:45.123456Z) from agent 'payments'",
                "no report until complete-by (<time>) from agent 'payments'",
                "order 0197f3a2-1111-7222-8333-444455556666 is gone",
                "order <id> is gone",
                "agent 'pid4711-1f' is gone after 12 attempts, 3.5 s",
                "agent '<id>' is gone after <n> attempts, <n> s",
                "nothing to replace",
                "nothing to replace",
                "first line\nsecond line",
                "first line second line");

        expected.forEach((message, fingerprint) ->
                assertThat(Fingerprint.of(message)).as(message).isEqualTo(fingerprint));
    }

    @Test
    @DisplayName("a fingerprint is short, however long the message")
    void aFingerprintIsShort() {
        assertThat(Fingerprint.of("word ".repeat(2_000))).hasSize(200).endsWith("…");
        assertThat(Fingerprint.of("1234567890".repeat(800))).isEqualTo("<n>");
        assertThat(Fingerprint.of("a1-".repeat(2_500))).hasSizeLessThanOrEqualTo(200);
    }
}
