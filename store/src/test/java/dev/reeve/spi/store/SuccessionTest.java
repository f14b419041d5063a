package dev.reeve.spi.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionId;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class SuccessionTest {

    private static final ExecutionId FIRST = ExecutionId.parse("5d1f4bd2-7c2e-8a01-9c3b-0d52f1a7e644");

    private final Random random = new Random(1);

    private ExecutionId first() {
        return new ExecutionId(new UUID(random.nextLong(), random.nextLong() >>> 2 | 1L << 63));
    }

    @Test
    @DisplayName("I2 S2: the executions of one key count up, in one shard, between the bounds")
    void countsUp() {
        for (int i = 0; i < 1_000; i++) {
            ExecutionId first = first();
            ExecutionId last = first;
            for (int j = 0; j < 5; j++) {
                ExecutionId next = Succession.after(last);

                assertThat(next.shard()).isEqualTo(first.shard());
                assertThat(next).isBetween(Succession.from(last), Succession.to(last));
                assertThat(next).isBetween(Succession.from(first), Succession.to(first));
                assertThat(last.equals(first) || last.compareTo(Succession.from(last)) < 0)
                        .isTrue();
                assertThat(Succession.isAfter(next, last)).isTrue();
                assertThat(Succession.isAfter(next, first)).isTrue();
                assertThat(Succession.isAfter(last, next)).isFalse();
                assertThat(Succession.isOf(first, next)).isTrue();
                assertThat(Succession.isOf(first(), next)).isFalse();
                last = next;
            }
            assertThat(Succession.isAfter(first, first)).isFalse();
            assertThat(Succession.isOf(first, first)).isTrue();
        }
    }

    @Test
    @DisplayName("T1: the layout of these ids never changes")
    void layout() {
        ExecutionId second = Succession.after(FIRST);

        assertThat(second).hasToString("5d1f4bd2-7c2e-8a01-bfff-00000001009f");
        assertThat(Succession.after(second)).hasToString("5d1f4bd2-7c2e-8a01-bfff-000000020001");
    }

    @Test
    @DisplayName("an id that is not of the line is none of the key")
    void others() {
        assertThat(Succession.isOf(FIRST, ExecutionId.parse("5d1f4bd2-7c2e-8a01-9c3b-0d52f1a7e645")))
                .isFalse();
        assertThat(Succession.isOf(FIRST, Succession.from(FIRST))).isFalse();
    }

    @Test
    @DisplayName("the last number is the last")
    void lastNumber() {
        ExecutionId last = ExecutionId.parse("5d1f4bd2-7c2e-8a01-bfff-ffffffff0000");

        assertThatThrownBy(() -> Succession.after(last)).hasMessageContaining("4294967295");
    }
}
