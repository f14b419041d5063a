package dev.reeve.internal.engine.client;

import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.Store;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** The past of executions, on the simplest store. */
final class MemoryPastTest extends PastContract {

    private @Nullable MemoryStore store;

    @Override
    protected Store open() {
        store = store == null ? new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS)) : store.reopened();
        return store;
    }
}
