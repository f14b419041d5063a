package dev.reeve.internal.engine.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class DeadlineIndexTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final DeadlineIndex index = new DeadlineIndex(10_000);
    private final List<ExecutionId> ids = List.of(id(1), id(2), id(3));

    @Test
    @DisplayName("A lane that loads its executions again and again adds nothing to the index")
    void doesNotGrow() {
        for (int load = 0; load < 1_000; load++) {
            ids.forEach(id -> index.add(id, NOON.plusSeconds(id.value().getLeastSignificantBits())));
        }

        assertThat(index.size()).isEqualTo(3);
        assertThat(polled(NOON.plusSeconds(2), 10)).containsExactly(id(1), id(2));
        assertThat(index.size()).isEqualTo(1);
        assertThat(polled(NOON.plusSeconds(9), 10)).containsExactly(id(3));
        assertThat(index.next()).isNull();
    }

    @Test
    @DisplayName("The earliest time counts, once; after it another one can be added")
    void earliest() {
        index.add(id(1), NOON.plusSeconds(9));
        index.add(id(1), NOON.plusSeconds(1));
        index.add(id(1), NOON.plusSeconds(5));

        assertThat(polled(NOON.plusSeconds(1), 10)).containsExactly(id(1));
        index.add(id(1), NOON.plusSeconds(12));
        assertThat(polled(NOON.plusSeconds(10), 10)).isEmpty();
        assertThat(polled(NOON.plusSeconds(12), 10)).containsExactly(id(1));
        assertThat(index.size()).isZero();
    }

    @Test
    @DisplayName("A turn takes no more than its maximum, also where entries were replaced")
    void turns() {
        ids.forEach(id -> index.add(id, NOON.plusSeconds(5)));
        index.add(id(3), NOON);

        assertThat(polled(NOON.plusSeconds(5), 2)).hasSize(2).contains(id(3));
        assertThat(polled(NOON.plusSeconds(5), 2)).hasSize(1);
        assertThat(polled(NOON.plusSeconds(5), 2)).isEmpty();
    }

    private List<ExecutionId> polled(Instant now, int max) {
        List<ExecutionId> due = new ArrayList<>();
        index.poll(now, max, due);
        return due;
    }

    private static ExecutionId id(long number) {
        return new ExecutionId(new UUID(0x7000, number));
    }
}
