package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.workflow.InvalidWorkflowException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: {@code forEach} over large lists. */
class LargeListsTest {

    private static int format(String forEach) {
        return DefinitionReader.parse("workflow: w\nsteps: { a: { action: do.a, %s } }".formatted(forEach))
                .format();
    }

    private static String numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    @DisplayName("batches, and numbers that older releases refuse, need a store that only newer releases open")
    void format() {
        assertThat(format("forEach: \"${ input }\"")).isEqualTo(DefinitionFormat.FIRST);
        assertThat(format("forEach: \"${ input }\", tolerate: 10000")).isEqualTo(DefinitionFormat.FIRST);
        assertThat(format("forEach: " + numbers(10_000))).isEqualTo(DefinitionFormat.FIRST);
        assertThat(format("forEach: \"${ input }\", batch: 1")).isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(format("forEach: \"${ input }\", tolerate: 10001")).isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(format("forEach: " + numbers(10_001))).isEqualTo(DefinitionFormat.LANGUAGE);
    }

    @Test
    @DisplayName("a batch without a list, and numbers out of range, are refused")
    void refused() {
        assertRefused("batch: 5", "'batch' belongs to 'forEach'");
        assertRefused("forEach: [1], batch: 0", "expected a whole number from 1 to 10,000");
        assertRefused("forEach: [1], batch: 10001", "expected a whole number from 1 to 10,000");
        assertRefused("forEach: " + numbers(100_001), "there are 100,001 items, and the limit is 100,000");
    }

    private static void assertRefused(String keys, String problem) {
        assertThatThrownBy(() -> format(keys))
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining(problem);
    }
}
