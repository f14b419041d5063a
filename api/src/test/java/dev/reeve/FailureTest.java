package dev.reeve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class FailureTest {

    private static String messageOf(String text) {
        return new Failure(Cause.TRANSIENT, "CODE", text, null, null, true).message();
    }

    @Test
    @DisplayName("I4: a failure message survives the database unchanged, wherever it is cut")
    void aMessageSurvivesTheDatabase() {
        String seals = "x".repeat(Failure.MESSAGE_LENGTH_MAX - 2) + "🦭🦭";
        for (String text : List.of("plain", "née 🦭", "a\0b", "half \ud83e", "\uddad half", seals)) {
            String message = messageOf(text);

            assertThat(new String(message.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isEqualTo(message)
                    .doesNotContain("\0");
            assertThat(message).hasSizeLessThanOrEqualTo(Failure.MESSAGE_LENGTH_MAX);
        }
        assertThat(messageOf("née 🦭")).isEqualTo("née 🦭");
    }
}
