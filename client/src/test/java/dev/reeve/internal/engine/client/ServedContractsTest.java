package dev.reeve.internal.engine.client;

import dev.reeve.Reeve;
import dev.reeve.internal.client.Served;
import dev.reeve.internal.client.ServedStore;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass(name = "{0}")
@EnumSource(ServedStore.class)
@DisplayName("Contracts of the engine, through a server")
@Tag("proof")
final class ServedContractsTest {

    private final ServedStore kind;

    private @Nullable Supplier<Store> store;

    ServedContractsTest(ServedStore kind) {
        this.kind = kind;
    }

    @BeforeEach
    void place(@TempDir Path directory) {
        store = kind.in(directory);
    }

    private Store opened() {
        return Objects.requireNonNull(store).get();
    }

    @Nested
    @DisplayName("Jobs")
    final class Jobs extends JobContract {

        @Override
        protected Store open() {
            return ServedContractsTest.this.opened();
        }

        @Override
        Reeve opened() {
            return ActingClient.of(Served.on(open(), optionsOfTest(), 0));
        }
    }

    @Nested
    @DisplayName("Signals with starts")
    final class SignalledStarts extends SignalledStartContract {

        @Override
        protected Store open() {
            return ServedContractsTest.this.opened();
        }

        @Override
        Reeve opened() {
            return ActingClient.of(Served.on(open(), optionsOfTest(), 0));
        }
    }
}
