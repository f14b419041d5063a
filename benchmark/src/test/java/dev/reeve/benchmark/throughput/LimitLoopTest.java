package dev.reeve.benchmark.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.benchmark.database.Sample;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The limit loop writes the rows that the engine writes")
class LimitLoopTest {

    private static final Sample SAMPLE = new Sample(
            new ExecutionRow(
                    new ExecutionId(new UUID(1, 2)),
                    "default",
                    null,
                    "chain3",
                    1,
                    ExecutionStatus.COMPLETED,
                    0,
                    Map.of(),
                    0,
                    Instant.EPOCH,
                    null,
                    Instant.EPOCH,
                    null),
            List.of("[1]", "[2]", "[3]", "[4]"));

    @Test
    void everyExecutionIsStartedMovedAndEndedOnceAndInOrder() {
        LimitLoop loop = new LimitLoop(SAMPLE, 1, 4, 40);
        Map<ExecutionId, Integer> seqs = new HashMap<>();

        for (int i = 0; i < 20; i++) {
            Batch batch = loop.next();
            for (JournalRow row : batch.journal()) {
                assertThat(row.id().shard() % 4).isEqualTo(1);
                assertThat(row.seq()).isEqualTo(seqs.merge(row.id(), 1, Integer::sum));
                assertThat(row.events()).isEqualTo("[" + row.seq() + "]");
            }
            assertThat(batch.started()).extracting(ExecutionRow::id).allMatch(id -> seqs.getOrDefault(id, 0) == 1);
            assertThat(batch.changed()).extracting(ExecutionChange::id).allMatch(id -> seqs.getOrDefault(id, 0) == 4);
        }

        assertThat(seqs).hasSize(20 * 10);
    }

    @Test
    void fullBatchHasTheWantedSize() {
        LimitLoop loop = new LimitLoop(SAMPLE, 0, 1, 41);

        Batch batch = loop.next();
        for (int i = 0; i < 5; i++) {
            batch = loop.next();
        }

        assertThat(batch.journal()).hasSize(40);
        assertThat(batch.started()).hasSize(10);
        assertThat(batch.changed()).hasSize(10);
    }
}
