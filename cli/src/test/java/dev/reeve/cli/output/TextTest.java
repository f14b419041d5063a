package dev.reeve.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class TextTest {

    private static final String HOSTILE = "a\u001b[2J\u009b2J\u202eb\nc\u2028d\u0085e";

    @Test
    @DisplayName("foreign text has no sequences of a terminal, no marks of direction and no further lines")
    void printable() {
        assertThat(Text.printable(HOSTILE)).isEqualTo("a [2J 2J b c d e");
    }

    @Test
    @DisplayName("text of several lines keeps its line breaks, and no other controls")
    void lines() {
        assertThat(Text.lines(HOSTILE)).isEqualTo("a [2J 2J b\nc d e");
    }
}
