package dev.reeve.internal.engine.sqlite;

import dev.reeve.Reeve;
import dev.reeve.internal.engine.client.SmallHeap;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("proof")
final class SmallHeapTest {

    @TempDir
    private Path directory;

    public static void main(String[] args) {
        SmallHeap.run(args[0], () -> Reeve.open(Path.of(args[1])));
    }

    @Test
    @DisplayName("A process with a small heap refuses starts beyond its memory, and one with half of it does the work")
    void aSmallHeapSuffices() throws IOException, InterruptedException {
        SmallHeap.prove(SmallHeapTest.class, directory.resolve("test.db").toString());
    }

    @Test
    @DisplayName(
            "A process with a small heap refuses definitions beyond its memory, and one with half of it runs them all")
    void aSmallHeapHoldsItsDefinitions() throws IOException, InterruptedException {
        SmallHeap.proveDefinitions(
                SmallHeapTest.class, directory.resolve("test.db").toString());
    }
}
