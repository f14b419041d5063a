package dev.reeve.example.orders.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The engine of the demo")
final class EngineTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    @DisplayName("On a file it has a local door for commands, as long as it is open")
    void hasADoor() {
        DataDirectory data = new DataDirectory(directory);
        Path door = data.store().resolveSibling(data.store().getFileName() + ".door");

        try (Engine engine = Engine.open(new Settings(data, null, 1, 1, Settings.OPERATOR_TRIES, false))) {
            assertThat(engine.reeve().nodes()).isNotEmpty();
            assertThat(door).exists();
        }

        assertThat(door).doesNotExist();
    }
}
