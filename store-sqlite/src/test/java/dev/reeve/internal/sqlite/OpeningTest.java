package dev.reeve.internal.sqlite;

import static dev.reeve.internal.sqlite.Trouble.kindOf;
import static dev.reeve.internal.sqlite.Trouble.messageOf;
import static dev.reeve.internal.sqlite.Trouble.skipUnless;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import dev.reeve.spi.store.StoreProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unusable files are refused at once, with a message that names the problem and the remedy. */
final class OpeningTest {

    @TempDir
    private Path directory;

    private static Store open(Path file) {
        return new SqliteStoreProvider().open(file).orElseThrow();
    }

    private static void sql(Path file, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @Test
    @DisplayName("the provider is found, and does not accept a data source")
    void theProviderIsFound() {
        assertThat(ServiceLoader.load(StoreProvider.class)).hasAtLeastOneElementOfType(SqliteStoreProvider.class);
        assertThat(new SqliteStoreProvider().open(new org.sqlite.SQLiteDataSource()))
                .isEmpty();
    }

    @Test
    @DisplayName("a missing or empty file becomes a store, also behind a link or with an unusual name")
    void aMissingOrEmptyFileBecomesAStore() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty.db"));
        Path odd = directory.resolve("a b%41#ü'\"🦭.db");
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), directory.resolve("empty.db"));
        for (Path file : new Path[] {directory.resolve("missing.db"), empty, odd, link}) {
            try (Store store = open(file)) {
                assertThat(store.workflows("default")).isEmpty();
                assertThat(store.describe()).contains("SQLite");
            }
        }
        assertThat(odd).isNotEmptyFile();
    }

    @Test
    @DisplayName("a new file has pages of 8 KiB, an older one keeps its own, and the log of both is as long")
    void aFileKeepsItsPages() throws SQLException {
        Path fresh = directory.resolve("fresh.db");
        Path older = directory.resolve("older.db");
        sql(older, "pragma page_size = 4096; create table t (a); drop table t");

        for (Path file : new Path[] {fresh, older}) {
            open(file).close();
            open(file).close();
        }

        try (Session large = new Connections(fresh).writer();
                Session small = new Connections(older).writer()) {
            assertThat(large.pragma("page_size")).isEqualTo("8192");
            assertThat(large.pragma("wal_autocheckpoint")).isEqualTo("2000");
            assertThat(small.pragma("page_size")).isEqualTo("4096");
            assertThat(small.pragma("wal_autocheckpoint")).isEqualTo("4000");
        }
    }

    @Test
    @DisplayName("R53: wal, synchronous=FULL, and no memory map, on every connection that writes")
    void durabilityIsOn() throws SQLException {
        Path file = directory.resolve("test.db");
        open(file).close();

        try (Session writer = new Connections(file).writer()) {
            assertThat(writer.pragma("journal_mode")).isEqualTo("wal");
            assertThat(writer.pragma("synchronous")).isEqualTo("2");
            assertThat(writer.pragma("fullfsync")).isEqualTo("1");
            assertThat(writer.pragma("mmap_size")).isEqualTo("0");
        }
    }

    @Test
    @DisplayName("R54: SQLite before 3.51.3 is refused")
    void oldSqliteIsRefused() {
        assertThat(kindOf(() -> Connections.verifyVersion("3.51.2"))).isEqualTo(Kind.UNUSABLE);
        assertThat(kindOf(() -> Connections.verifyVersion("3.9.99"))).isEqualTo(Kind.UNUSABLE);
        assertThat(messageOf(() -> Connections.verifyVersion("3.50.4"))).contains("3.50.4", "3.51.3", "sqlite-jdbc");
        for (String good : new String[] {"3.51.3", "3.54.0", "3.51.3.1", "4.0"}) {
            assertThatCode(() -> Connections.verifyVersion(good)).doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName("a directory, a missing parent, a question mark and a device are each named in the message")
    void whatIsNotAFileIsRefused() {
        assertThat(messageOf(() -> open(directory))).contains(directory.toString(), "directory", "reeve.db");
        Path orphan = directory.resolve("no/such/place.db");
        assertThat(kindOf(() -> open(orphan))).isEqualTo(Kind.UNAVAILABLE);
        assertThat(messageOf(() -> open(orphan))).contains("does not exist");
        assertThat(messageOf(() -> open(directory.resolve("what?.db")))).contains("question mark");
        assertThat(kindOf(() -> open(Path.of("/dev/null")))).isEqualTo(Kind.UNUSABLE);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    @DisplayName("a file that is no database is refused and left unchanged")
    void whatIsNotADatabaseIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("notes.txt"), "buy milk\n".repeat(1000));

        assertThat(kindOf(() -> open(file))).isEqualTo(Kind.UNUSABLE);
        assertThat(messageOf(() -> open(file))).contains(file.toString(), "not a database");
        assertThat(file).hasContent("buy milk\n".repeat(1000));
    }

    @Test
    @DisplayName("a database of another program is refused and left unchanged")
    void aDatabaseOfAnotherProgramIsRefused() throws SQLException, IOException {
        Path file = directory.resolve("other.db");
        sql(file, "CREATE TABLE albums (title TEXT)");
        byte[] before = Files.readAllBytes(file);

        assertThat(kindOf(() -> open(file))).isEqualTo(Kind.UNUSABLE);
        assertThat(messageOf(() -> open(file))).contains("something else");
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    @DisplayName("a file of a newer release is refused, with both numbers")
    void aFileOfANewerReleaseIsRefused() throws SQLException {
        Path file = directory.resolve("test.db");
        open(file).close();
        sql(file, "PRAGMA user_version = 4711");

        assertThat(kindOf(() -> open(file))).isEqualTo(Kind.UNUSABLE);
        assertThat(messageOf(() -> open(file)))
                .contains("4711", "newer release", String.valueOf(SqliteMigrations.newest()));
    }

    @Test
    @DisplayName("a refused file can be opened after the problem is fixed")
    void aRefusalLeavesNoLockBehind() throws SQLException {
        Path file = directory.resolve("test.db");
        open(file).close();
        sql(file, "PRAGMA user_version = 4711");
        assertThatThrownBy(() -> open(file)).isInstanceOf(StoreException.class);

        sql(file, "PRAGMA user_version = " + SqliteMigrations.newest());

        assertThatCode(() -> open(file).close()).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("F42: a second store on the same file in this process is refused, and the first one keeps its lock")
    void aSecondStoreInThisProcessIsRefused() throws IOException {
        Path file = directory.resolve("test.db");
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), file);
        try (Store first = open(file)) {
            for (Path path : new Path[] {file, link, directory.resolve("../" + directory.getFileName() + "/test.db")}) {
                assertThat(kindOf(() -> open(path))).isEqualTo(Kind.UNUSABLE);
                assertThat(messageOf(() -> open(path))).contains("in this process already");
            }
            // Its lock is still held: another process is kept away.
            Child child = Child.start("hold", file);
            assertThat(child.line()).startsWith("REFUSED").contains("another process", "pid " + Child.myPid());
            child.kill();
            assertThat(first.workflows("default")).isEmpty();
        }
        assertThatCode(() -> open(file).close()).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("F42: a file that another process uses is refused at once, with its pid; after its kill it can "
            + "be opened")
    void aFileOfAnotherProcessIsRefused() throws IOException {
        Path file = directory.resolve("test.db");
        Child child = Child.start("hold", file);
        assertThat(child.line()).isEqualTo("OPEN");

        assertThat(kindOf(() -> open(file))).isEqualTo(Kind.UNUSABLE);
        assertThat(messageOf(() -> open(file))).contains(file.toString(), "another process", "pid " + child.pid());

        child.kill();
        assertThatCode(() -> open(file).close()).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("F42: network file systems are refused")
    void networkFileSystemsAreRefused() {
        Path file = directory.resolve("test.db");
        for (String type : new String[] {"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "NFS"}) {
            assertThat(messageOf(() -> Place.checkFileSystem(file, type))).contains(type, "local disk");
        }
        for (String type : new String[] {"ext4", "xfs", "btrfs", "zfs", "overlay", "tmpfs", "apfs", "NTFS"}) {
            assertThatCode(() -> Place.checkFileSystem(file, type)).doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName("a read-only file or directory is refused before anything is written")
    void readOnlyIsRefused() throws IOException {
        Path place = Files.createDirectory(directory.resolve("ro"));
        Path file = place.resolve("test.db");
        open(file).close();
        boolean root = "root".equals(System.getProperty("user.name"));
        if (root) {
            skipUnless(
                    Trouble.run("mount", "--bind", place.toString(), place.toString())
                            && Trouble.run("mount", "-o", "remount,bind,ro", place.toString()),
                    "read-only",
                    "root may write everywhere, and no read-only mount can be made here");
        } else {
            Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
        try {
            assertThat(kindOf(() -> open(file))).isEqualTo(Kind.UNAVAILABLE);
            assertThat(messageOf(() -> open(file))).contains("cannot be written", "right");
        } finally {
            if (root) {
                assertThat(Trouble.run("umount", place.toString())).isTrue();
            } else {
                Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        try (Store store = open(file)) {
            assertThat(store.join(new Fixture(1).node("a"), 1)).hasSize(1);
        }
    }
}
