package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.StepPath;
import dev.reeve.internal.agent.protocol.CompletionTokens;
import dev.reeve.internal.agent.protocol.SealedTexts;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Tokens of links")
final class SignalLinksTest {

    private static final byte[] SECRET = "a secret".getBytes(StandardCharsets.UTF_8);
    private static final Instant EXPIRES = Instant.parse("2026-01-02T03:04:05Z");
    private static final ExecutionId EXECUTION = ExecutionId.parse("0190c0de-0000-7000-8000-000000000001");
    private static final SignalLinks.Link LINK = link("billing", "approved", "link-1", "ada\n\"[\\ \u00e4", EXPIRES);

    private final SignalLinks links = new SignalLinks(SECRET);

    private static SignalLinks.Link link(String namespace, String signal, String id, String maker, Instant expires) {
        return new SignalLinks.Link(namespace, EXECUTION, StepPath.parse("ask[2]"), signal, id, maker, expires);
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Test
    @DisplayName("Each server with the secret opens a link, and its holder reads nothing in it")
    void opens() {
        String token = links.token(LINK);
        assertThat(new SignalLinks(SECRET.clone()).open(token)).isEqualTo(LINK);
        assertThat(token).matches("link1\\.[A-Za-z0-9_-]+");
        String bytes = new String(Base64.getUrlDecoder().decode(token.substring(6)), StandardCharsets.ISO_8859_1);
        assertThat(bytes).doesNotContain("0190c0de", "ask", "billing", "approved", "ada");
    }

    @Test
    @DisplayName("Each part of the content makes another token")
    void differ() {
        Set<String> tokens = new HashSet<>();
        for (SignalLinks.Link each : List.of(
                LINK,
                link("orders", "approved", "link-1", "ada", EXPIRES),
                link("billing", "rejected", "link-1", "ada", EXPIRES),
                link("billing", "approved", "link-2", "ada", EXPIRES),
                link("billing", "approved", "link-1", "bob", EXPIRES),
                link("billing", "approved", "link-1", "ada", EXPIRES.plusSeconds(1)))) {
            tokens.add(links.token(each));
        }
        assertThat(tokens).hasSize(6);
    }

    @Test
    @DisplayName("A token of another secret or purpose, and each change of a single bit, is no link")
    void forged() {
        String token = links.token(LINK);
        assertThat(new SignalLinks(new byte[] {1}).open(token)).isNull();
        byte[] bytes = Base64.getUrlDecoder().decode(token.substring(6));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] changed = bytes.clone();
            changed[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThat(links.open("link1." + base64(changed))).as("bit %d", bit).isNull();
        }
        for (int length = 0; length < token.length(); length++) {
            assertThat(links.open(token.substring(0, length))).isNull();
        }
        assertThat(links.open("link1." + "A".repeat(1 << 20))).isNull();
        assertThat(links.open("link1.!")).isNull();
        assertThat(new CompletionTokens(SECRET).open("c1." + token.substring(6)))
                .isNull();
    }

    @Test
    @DisplayName("A sealed content that is none of a link is no link")
    void otherContents() {
        SealedTexts texts = new SealedTexts("link1.", "signal link", SECRET);
        String id = EXECUTION.toString();
        for (String content : List.of(
                "[]",
                "{}",
                "7",
                "[\"1\", \"n\", \"" + id + "\", \"s\", \"a\", \"i\"]",
                "[\"soon\", \"n\", \"" + id + "\", \"s\", \"a\", \"i\", \"m\"]",
                "[\"99999999999999999\", \"n\", \"" + id + "\", \"s\", \"a\", \"i\", \"m\"]",
                "[\"1\", \"n\", \"0190\", \"s\", \"a\", \"i\", \"m\"]",
                "[\"1\", \"n\", \"" + id + "\", \"s[x]\", \"a\", \"i\", \"m\"]")) {
            assertThat(links.open(texts.seal(content))).as(content).isNull();
        }
        assertThat(links.open(texts.seal("[\"1\", \"n\", \"" + id + "\", \"s\", \"a\", \"i\", \"m\"]")))
                .isNotNull();
    }
}
