package dev.reeve.internal.sqlite;

import static dev.reeve.internal.sqlite.Trouble.kindOf;
import static dev.reeve.internal.sqlite.Trouble.messageOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Foreign files beside a store do no harm, and are reported")
final class HostilePlaceTest {

    private static final String PRECIOUS = "precious\n".repeat(10);

    @TempDir
    private Path directory;

    private static Store open(Path file) {
        return new SqliteStoreProvider().open(file).orElseThrow();
    }

    @Test
    @DisplayName("a symbolic link as lock file is not followed: its target stays unchanged, or absent")
    void lockFileIsALink() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), PRECIOUS);
        Path file = directory.resolve("test.db");
        Path lock = Files.createSymbolicLink(directory.resolve("test.db-lock"), target);

        assertThat(kindOf(() -> open(file))).isEqualTo(Kind.UNUSABLE);
        assertThat(messageOf(() -> open(file))).contains(lock.toString(), "a symbolic link", "Remove it");
        assertThat(target).hasContent(PRECIOUS);

        Files.delete(lock);
        Path missing = directory.resolve("missing");
        Files.createSymbolicLink(lock, missing);
        assertThat(messageOf(() -> open(file))).contains("a symbolic link");
        assertThat(missing).doesNotExist();

        Files.delete(lock);
        open(file).close();
        Files.move(lock, missing);
        Files.createSymbolicLink(lock, missing);
        assertThat(messageOf(() -> ExclusiveLock.holderOf(file))).contains("a symbolic link");
    }

    @Test
    @DisplayName("a lock file with other content, such as a hard link, is not overwritten")
    void lockFileHoldsSomethingElse() throws IOException {
        for (String content : new String[] {PRECIOUS, "pid of somebody", "x"}) {
            Path target = Files.writeString(directory.resolve("target"), content);
            Path lock = directory.resolve("test.db-lock");
            Files.createLink(lock, target);

            assertThat(kindOf(() -> open(directory.resolve("test.db")))).isEqualTo(Kind.UNUSABLE);
            assertThat(messageOf(() -> open(directory.resolve("test.db"))))
                    .contains(lock.toString(), "holds something else", "Move it away");
            assertThat(target).hasContent(content);
            Files.delete(lock);
        }
    }

    @Test
    @DisplayName("a lock file of a crashed process, complete or not, is reused")
    void lockFileWasLeftBehind() throws IOException {
        for (String content : new String[] {"", "p", "pid", "pid ", "pid 47", "pid 4711\n"}) {
            Files.writeString(directory.resolve("test.db-lock"), content);

            assertThatCode(() -> open(directory.resolve("test.db")).close()).doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName("a hard link to a store is reported as such, and nothing is damaged")
    void hardLinks() throws IOException {
        Path file = directory.resolve("test.db");
        Path link = directory.resolve("link.db");
        try (Store store = open(file)) {
            Files.createLink(link, file);
            assertThat(kindOf(() -> open(link))).isEqualTo(Kind.UNUSABLE);
            assertThat(messageOf(() -> open(link)))
                    .contains(link.toString(), "one of 2 names (hard links)", "find DIRECTORY -samefile", ".backup")
                    .doesNotContain("is damaged");
            assertThat(messageOf(() -> BorrowedFile.open(link))).contains("hard links");
            assertThat(store.workflows("default")).isEmpty();
        }

        Files.delete(link);
        assertThatCode(() -> open(file).close()).doesNotThrowAnyException();
        assertThat(directory.resolve("link.db-lock")).doesNotExist();
    }

    @Test
    @DisplayName("a schema number that no release has written is reported")
    void negativeSchema() throws SQLException {
        Path file = directory.resolve("test.db");
        open(file).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA user_version = -1");
        }

        for (Runnable opening : new Runnable[] {() -> open(file), () -> BorrowedFile.open(file)}) {
            assertThat(kindOf(opening::run)).isEqualTo(Kind.UNUSABLE);
            assertThat(messageOf(opening::run)).contains("number -1", "no release has written", "Restore a backup");
        }
    }
}
