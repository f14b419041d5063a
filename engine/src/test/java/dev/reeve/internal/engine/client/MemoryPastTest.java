package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.Store;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The past of executions, on the simplest store. */
final class MemoryPastTest extends PastContract {

    private @Nullable MemoryStore store;

    /** The number of the last row of each read of a history; 0 for all of it. */
    private final List<Integer> reads = new CopyOnWriteArrayList<>();

    @Override
    protected Store open() {
        store = store == null ? new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS)) : store.reopened();
        return new ForwardingStore(store) {
            @Override
            public List<JournalRow> history(ExecutionId id) {
                reads.add(0);
                return super.history(id);
            }

            @Override
            public List<JournalRow> history(ExecutionId id, int last) {
                reads.add(last);
                return super.history(id, last);
            }
        };
    }

    @Test
    @DisplayName("each question about the past reads the history once, up to the event; the present reads nothing more")
    void readsOnce() {
        reeve().deploy(DefinitionReader.parse("workflow: rests\nsteps:\n  a: { await: { signal: a } }\n"));
        Execution rests = reeve().start("rests", Map.of());
        rests.recovery().pause("a while");
        reads.clear();

        rests.asOf(1).describe();
        rests.asOf(2).explain();
        rests.asOf(1).history();
        assertThat(reads).containsExactly(1, 2, 1);
        reads.clear();
        rests.describe();
        rests.explain();
        rests.history();
        assertThat(reads).containsExactly(0, 0, 0);
    }
}
