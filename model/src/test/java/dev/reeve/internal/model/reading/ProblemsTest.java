package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.model.document.Problems;
import java.util.AbstractCollection;
import java.util.Iterator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ProblemsTest {

    /** As many words as there can be, which nobody should look at. */
    private static final class Endless extends AbstractCollection<String> {
        @Override
        public Iterator<String> iterator() {
            throw new AssertionError("compared with two billion words");
        }

        @Override
        public int size() {
            return Integer.MAX_VALUE;
        }
    }

    @Test
    @DisplayName("The number of comparisons for suggestions is limited")
    void comparedEnough() {
        Problems problems = new Problems(false);
        Endless known = new Endless();

        for (int i = 0; i < 5; i++) {
            assertThat(problems.closest("word", known)).isEmpty();
        }
    }
}
