package dev.reeve.internal.engine.client;

import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.Store;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/** The engine's own promises, tried on the simplest store. The store modules run the same on real databases. */
@Tag("proof")
final class MemoryEngineTest extends EngineContract {

    private @Nullable MemoryStore store;

    @Override
    protected Store open() {
        store = store == null ? new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS)) : store.reopened();
        return store;
    }
}
