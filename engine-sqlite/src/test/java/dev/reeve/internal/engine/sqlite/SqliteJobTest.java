package dev.reeve.internal.engine.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ReeveReader;
import dev.reeve.Start;
import dev.reeve.internal.engine.client.JobContract;
import dev.reeve.internal.sqlite.SqliteStoreProvider;
import dev.reeve.spi.store.Store;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs, on a file. */
final class SqliteJobTest extends JobContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open() {
        return new SqliteStoreProvider().open(directory.resolve("test.db")).orElseThrow();
    }

    @Test
    @DisplayName("A job is exported as any execution, with its definition")
    void isExported() throws IOException {
        Execution job = reeve().run("card.charge", "4242", Start.key("order-1"));
        ByteArrayOutputStream exported = new ByteArrayOutputStream();

        try (ReeveReader reader = ReeveReader.open(directory.resolve("test.db"))) {
            assertThat(reader.export(job.id(), exported)).isEqualTo(1);
        }

        assertThat(exported.toString(StandardCharsets.UTF_8)).contains("reeve_job_card_charge", "card.charge");
    }
}
