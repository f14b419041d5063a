package dev.reeve.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Entries of the ledger survive a kill")
class LedgerTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path directory;

    private static Ledger.Entry called(int number) {
        return new Ledger.Entry(Ledger.Kind.CALLED, new ExecutionId(new UUID(7, number)), 2, number);
    }

    @Test
    void entriesComeBackInOrder() throws IOException {
        Path file = directory.resolve("ledger");
        Ledger ledger = Ledger.create(file);
        Ledger.Entry ended = new Ledger.Entry(Ledger.Kind.ENDED, new ExecutionId(new UUID(-1, -2)), 0, 0);

        ledger.add(called(1));
        ledger.add(ended);
        ledger.add(called(3));

        assertThat(Ledger.read(file)).containsExactly(called(1), ended, called(3));
    }

    @Test
    @DisplayName("an incomplete entry does not count and does not hide later entries")
    void cutEntryIsLeftOut() throws IOException {
        Path file = directory.resolve("ledger");
        Ledger ledger = Ledger.create(file);
        ledger.add(called(1));
        ledger.add(called(2));
        ledger.add(called(3));

        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(4), 40 + 24);
        }

        assertThat(Ledger.read(file)).containsExactly(called(1), called(3));
    }

    @Test
    @DisplayName("a reader finds new entries, and those that were completed later")
    void entriesAreReadWhileTheyAreWritten() throws IOException {
        Path file = directory.resolve("ledger");
        Ledger ledger = Ledger.create(file);
        ledger.add(called(1));
        ledger.add(called(2));
        Ledger.Tail tail = new Ledger.Tail(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer kind = ByteBuffer.allocate(4);
            channel.read(kind, 24);
            channel.write(ByteBuffer.allocate(4), 24);

            assertThat(tail.more()).containsExactly(called(2));

            channel.write(kind.flip(), 24);
        }
        ledger.add(called(3));

        assertThat(tail.more()).containsExactly(called(1), called(3));
        assertThat(tail.more()).isEmpty();
    }
}
