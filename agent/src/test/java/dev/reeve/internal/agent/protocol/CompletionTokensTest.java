package dev.reeve.internal.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Completion tokens")
final class CompletionTokensTest {

    private static final AttemptToken TOKEN = new AttemptToken(
            ExecutionId.parse("0190c0de-0000-7000-8000-000000000001"),
            StepPath.parse("approve"),
            Purpose.FORWARD,
            3,
            4711);
    private static final Instant EXPIRES = Instant.parse("2026-01-02T03:04:05Z");

    private final CompletionTokens tokens = new CompletionTokens("a secret".getBytes(StandardCharsets.UTF_8));

    @Test
    @DisplayName("Each server with the secret opens a token, and its holder reads nothing in it")
    void opens() {
        String text = tokens.text(TOKEN, "billing", EXPIRES);
        CompletionTokens others = new CompletionTokens("a secret".getBytes(StandardCharsets.UTF_8));
        assertThat(others.open(text)).isEqualTo(new CompletionTokens.Opened(TOKEN, "billing", EXPIRES));
        assertThat(others.text(TOKEN, "billing", EXPIRES)).isEqualTo(text);
        assertThat(text).matches("c1\\.[A-Za-z0-9_-]+");
        String bytes = new String(Base64.getUrlDecoder().decode(text.substring(3)), StandardCharsets.ISO_8859_1);
        assertThat(bytes).doesNotContain("0190c0de", "approve", "billing", "FORWARD");
    }

    @Test
    @DisplayName("Different attempts, namespaces and times have different tokens")
    void differ() {
        Set<String> texts = new HashSet<>();
        texts.add(tokens.text(TOKEN, "billing", EXPIRES));
        texts.add(tokens.text(TOKEN, "orders", EXPIRES));
        texts.add(tokens.text(TOKEN, "billing", EXPIRES.plusSeconds(1)));
        AttemptToken next = new AttemptToken(TOKEN.execution(), TOKEN.step(), Purpose.FORWARD, 4, 4712);
        texts.add(tokens.text(next, "billing", EXPIRES));
        assertThat(texts).hasSize(4);
    }

    @Test
    @DisplayName("A token of another secret, and each change of a single bit, is no token")
    void forged() {
        String text = tokens.text(TOKEN, "billing", EXPIRES);
        assertThat(new CompletionTokens(new byte[] {1}).open(text)).isNull();
        byte[] bytes = Base64.getUrlDecoder().decode(text.substring(3));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] changed = bytes.clone();
            changed[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThat(tokens.open("c1." + Tokens.base64(changed)))
                    .as("bit %d", bit)
                    .isNull();
        }
        for (int length = 0; length < text.length(); length++) {
            assertThat(tokens.open(text.substring(0, length))).isNull();
        }
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            assertThat(tokens.open("c1." + Tokens.base64(noise))).isNull();
        }
        assertThat(tokens.open("c1.!")).isNull();
        assertThat(tokens.open("c1." + "A".repeat(5_000))).isNull();
    }
}
