package dev.reeve.internal.model.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Upper and lower case are those of the JDK for the whole text at once, however long its words are. */
final class TextCaseTest {

    /** Letters with case, without case, between words, inside words, and with longer upper case. */
    private static final int[] CHARACTERS = "ΣΣΣΣσςΑα aZ.',:-_1 \n\u0301\u00ad\u200dßİIiŉǅªˢⅫⓐДЖ字かカא😀"
            .codePoints()
            .toArray();

    private static void isThatOfTheJdk(String text) {
        assertThat(TextCase.lower(new ExpressionWork(), text))
                .as("lower: %s", text)
                .isEqualTo(text.toLowerCase(Locale.ROOT));
        assertThat(TextCase.upper(new ExpressionWork(), text))
                .as("upper: %s", text)
                .isEqualTo(text.toUpperCase(Locale.ROOT));
    }

    @Test
    @DisplayName("Only the last letter of a long word counts as last")
    void longWords() {
        for (int length = 1; length < 100; length++) {
            isThatOfTheJdk("Α".repeat(length) + "Σ");
            isThatOfTheJdk("Α".repeat(length) + "ΣΑ");
            isThatOfTheJdk("Σ".repeat(length) + " Σ");
            isThatOfTheJdk("Α".repeat(length) + "Σ" + "\u0301".repeat(40) + "Α");
        }
    }

    @Test
    @DisplayName("Letters beyond U+FFFF are recognized at any place")
    void supplementaryLetters() {
        for (String before : List.of("", "a ", "a".repeat(40) + " ")) {
            assertThat(TextCase.lower(new ExpressionWork(), before + "𐐀Σ")).isEqualTo(before + "𐐨ς");
            assertThat(TextCase.lower(new ExpressionWork(), before + "ΑΣ𐐀")).isEqualTo(before + "ασ𐐨");
            assertThat(TextCase.upper(new ExpressionWork(), before + "𐐨"))
                    .isEqualTo(before.toUpperCase(Locale.ROOT) + "𐐀");
        }
    }

    @Test
    @DisplayName("Random texts change their case as Java changes it")
    void anyTexts() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(1, 80);
            while (text.length() < length) {
                text.appendCodePoint(CHARACTERS[random.nextInt(CHARACTERS.length)]);
            }
            isThatOfTheJdk(text.toString());
        }
    }

    @Test
    @DisplayName("Any character before and behind a sigma")
    void anyNeighbours() {
        StringBuilder text = new StringBuilder();
        for (char c = 0; c < Character.MAX_VALUE; c++) {
            if (Character.isSurrogate(c)) {
                continue;
            }
            text.append('(').append(c).append("Σ (ΑΣ").append(c).append(") ");
            if (text.length() > 200) {
                isThatOfTheJdk(text.toString());
                text.setLength(0);
            }
        }
    }
}
