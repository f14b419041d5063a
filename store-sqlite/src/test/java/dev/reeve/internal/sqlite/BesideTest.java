package dev.reeve.internal.sqlite;

import static dev.reeve.internal.sqlite.Trouble.commit;
import static dev.reeve.internal.sqlite.Trouble.messageOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.Occupancy;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading beside the owner of the file: everything that was committed is seen, and nothing is disturbed. */
final class BesideTest {

    @TempDir
    private Path directory;

    private final Fixture fixture = new Fixture(1);

    private Path file() {
        return directory.resolve("test.db");
    }

    private static Store open(Path file) {
        return new SqliteStoreProvider().open(file).orElseThrow();
    }

    private static StoreReader read(Path file) {
        return new SqliteStoreProvider().read(file).orElseThrow();
    }

    @Test
    @DisplayName("committed work is read while the engine keeps committing")
    void readingBesideAnEngine() {
        try (Store store = open(file());
                StoreReader reader = read(file())) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            ExecutionId first = fixture.id();
            ExecutionId second = fixture.id();

            commit(lane, Fixture.startAll(List.of(first)));
            assertThat(reader.find(first)).isEqualTo(store.find(first)).isPresent();
            assertThat(reader.history(first)).isEqualTo(store.history(first)).isNotEmpty();

            commit(lane, Fixture.startAll(List.of(second)));
            assertThat(reader.find(second)).isPresent();
            assertThat(reader.occupancy()).isEqualTo(new Occupancy.Taken("this process"));
        }
    }

    @Test
    @DisplayName("a closed store is read and left unchanged, without a check at the next opening")
    void readingAClosedStore() throws SQLException {
        ExecutionId id = fixture.id();
        try (Store store = open(file())) {
            commit(store.join(fixture.node("a"), 1).getFirst(), Fixture.startAll(List.of(id)));
        }

        try (StoreReader reader = read(file())) {
            assertThat(reader.find(id)).isPresent();
            assertThat(reader.occupancy()).isEqualTo(new Occupancy.Free());
            assertThat(reader.describe()).contains("test.db");
        }

        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeQuery("select clean from state").getInt(1))
                    .isEqualTo(1);
        }
        try (Store store = open(file())) {
            assertThat(store.find(id)).isPresent();
        }
    }

    @Test
    @DisplayName("an engine opens, works and closes while a reader stays")
    void anEngineBesideAReader() {
        open(file()).close();
        ExecutionId id = fixture.id();
        try (StoreReader reader = read(file())) {
            assertThat(reader.find(id)).isEmpty();
            for (int i = 0; i < 3; i++) {
                try (Store store = open(file())) {
                    LaneStore lane = store.join(fixture.node("a" + i), 1).getFirst();
                    if (i == 1) {
                        commit(lane, Fixture.startAll(List.of(id)));
                    }
                }
            }
            assertThat(reader.find(id)).isPresent();
        }
    }

    @Test
    @DisplayName("a path without a store is refused and left alone: no file, an empty, foreign or newer one")
    void whatIsNoStoreIsRefused() throws IOException, SQLException {
        Path missing = directory.resolve("missing.db");
        assertThat(messageOf(() -> read(missing))).contains("no file", "missing.db");
        assertThat(missing).doesNotExist();

        Path empty = Files.createFile(directory.resolve("empty.db"));
        assertThat(messageOf(() -> read(empty))).contains("empty");
        assertThat(empty).isEmptyFile();

        Path notes = Files.writeString(directory.resolve("notes.txt"), "buy milk\n".repeat(1000));
        assertThat(messageOf(() -> read(notes))).contains("not a database");
        assertThat(notes).content().startsWith("buy milk");

        open(file()).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("pragma user_version = 1000");
        }
        assertThat(messageOf(() -> read(file()))).contains("newer release");
    }
}
