package dev.reeve.internal.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PersistentVectorTest {

    private static Integer[] numbers(int size) {
        return IntStream.range(0, size).boxed().toArray(Integer[]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 32, 33, 1023, 1024, 1025, 32_767, 32_768, 32_769, 100_000})
    @DisplayName("every element is found, at every size where the trie changes its height")
    void elementsAreFound(int size) {
        PersistentVector<Integer> vector = PersistentVector.of(numbers(size), null);

        assertThat(vector.size()).isEqualTo(size);
        for (int i = 0; i < size; i++) {
            assertThat((int) vector.get(i)).isEqualTo(i);
        }
    }

    @Test
    @DisplayName("random replacements: the new vector has them, and no older one has changed")
    void replacing() {
        SplittableRandom random = new SplittableRandom(7);
        Integer[] expected = numbers(5_000);
        PersistentVector<Integer> first = PersistentVector.of(expected, null);
        PersistentVector<Integer> vector = first;

        for (int i = 0; i < 20_000; i++) {
            int index = random.nextInt(expected.length);
            expected[index] = -i;
            vector = vector.with(index, -i);
        }

        assertThat(vector).isEqualTo(PersistentVector.of(expected, null));
        assertThat(vector.hashCode())
                .isEqualTo(PersistentVector.of(expected, null).hashCode());
        assertThat(first).isEqualTo(PersistentVector.of(numbers(5_000), null)).isNotEqualTo(vector);
        assertThat(first.withAll(expected)).isEqualTo(vector);
    }

    @Test
    @DisplayName("replacing one of 20,000 elements copies three small nodes")
    void costOfReplacing() {
        PersistentVector.Meter meter = new PersistentVector.Meter();
        PersistentVector<Integer> vector = PersistentVector.of(numbers(20_000), meter);
        meter.cellsCopied = 0;

        assertThat((int) vector.with(12_345, 0).get(12_345)).isZero();

        assertThat(meter.cellsCopied).isLessThanOrEqualTo(3 * 32);
        assertThat(meter.reads).isEqualTo(1);
    }
}
