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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass(name = "{0}")
@EnumSource(ServedStore.class)
@DisplayName("Jobs, through a server")
@Tag("proof")
final class ServedJobTest extends JobContract {

    private final ServedStore kind;

    private @Nullable Supplier<Store> store;

    ServedJobTest(ServedStore kind) {
        this.kind = kind;
    }

    @BeforeEach
    void place(@TempDir Path directory) {
        store = kind.in(directory);
    }

    @Override
    protected Store open() {
        return Objects.requireNonNull(store).get();
    }

    @Override
    Reeve opened() {
        return ActingClient.of(Served.on(open(), optionsOfTest(), 0));
    }
}
