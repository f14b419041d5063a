package dev.reeve.internal.sqlite;

import dev.reeve.internal.values.PomAdvice;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.sqlite.SQLiteConfig;

/**
 * Opens connections to one file, with the settings that durability depends on, and verifies that these settings are in
 * force (R53, R54).
 */
final class Connections {

    /**
     * SQLite before this release could damage a file in WAL mode while one connection writes and another one moves the
     * log into the file.
     */
    static final String VERSION_MIN = "3.51.3";

    /** How long to wait for another program that has locked the file, such as a backup. */
    private static final int BUSY_MILLIS = 5_000;

    /**
     * In KiB. The pages that are written lie together, so a larger cache hardly helps; measured in docs/PERFORMANCE.md.
     */
    private static final int WRITER_CACHE_KIB = 32 * 1024;

    private static final int READER_CACHE_KIB = 4 * 1024;

    /**
     * Of a new file, in bytes; a file keeps the size that it was made with. The log gets each changed page by two calls
     * of the operating system, so larger pages cost less time, and more log (ADR 8).
     */
    static final int PAGE_BYTES = 8_192;

    /**
     * How long the log grows until it is moved into the file, in the transaction that reaches this size. A higher value
     * makes that rarer and longer, and the log larger.
     */
    private static final int LOG_BYTES = 4_000 * 4_096;

    private final Path file;

    Connections(Path file) {
        this.file = file;
    }

    /** A connection without any settings. */
    Session bare() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        return new Session(DriverManager.getConnection("jdbc:sqlite:" + file, config.toProperties()));
    }

    /** The only connection that writes. */
    Session writer() throws SQLException {
        Session session = bare();
        try {
            session.execute("PRAGMA page_size = " + PAGE_BYTES);
            session.pragma("journal_mode = WAL");
            session.execute("PRAGMA synchronous = FULL");
            int pageBytes = Integer.parseInt(session.pragma("page_size"));
            session.execute("PRAGMA wal_autocheckpoint = " + LOG_BYTES / pageBytes);
            session.execute("PRAGMA cache_size = -" + WRITER_CACHE_KIB);
            configure(session);
            verifyDurability(session);
            return session;
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** A read-only connection. */
    Session reader() {
        try {
            return configuredReader();
        } catch (SQLException e) {
            throw SqliteErrors.of("Opening", file, e);
        }
    }

    private Session configuredReader() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.setReadOnly(true);
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, config.toProperties());
        Session session = new Session(connection);
        try {
            session.execute("PRAGMA query_only = ON");
            session.execute("PRAGMA cache_size = -" + READER_CACHE_KIB);
            configure(session);
            return session;
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private static void configure(Session session) throws SQLException {
        // An I/O error under a memory map would be a signal that ends the process, and not an error that can be
        // reported.
        session.pragma("mmap_size = 0");
        // On macOS a plain fsync does not reach the disk. No effect elsewhere.
        session.execute("PRAGMA fullfsync = ON");
        session.execute("PRAGMA checkpoint_fullfsync = ON");
        session.execute("PRAGMA temp_store = MEMORY");
        session.execute("PRAGMA trusted_schema = OFF");
        session.execute("PRAGMA cell_size_check = ON");
    }

    private void verifyDurability(Session session) throws SQLException {
        String journal = session.pragma("journal_mode");
        String synchronous = session.pragma("synchronous");
        if (!journal.equals("wal") || !synchronous.equals("2")) {
            throw SqliteErrors.unusable(
                    "%s: expected journal_mode wal and synchronous 2 (FULL), found %s and %s. Without them acknowledged work would be lost; look whether another program has the file open."
                            .formatted(file, journal, synchronous));
        }
    }

    static void verifyVersion(Session session) throws SQLException {
        try (ResultSet columns = session.prepared(Blocks.VERSION).executeQuery()) {
            verifyVersion(columns.getString(1));
        }
    }

    static void verifyVersion(String found) {
        if (Arrays.compare(parts(found), parts(VERSION_MIN)) < 0) {
            throw SqliteErrors.unusable("SQLite %s is too old: it can damage files. Expected %s or later. %s"
                    .formatted(found, VERSION_MIN, PomAdvice.managed("org.xerial", "sqlite-jdbc", VERSION_MIN + ".0")));
        }
    }

    private static int[] parts(String version) {
        return Arrays.stream(version.split("\\."))
                .flatMapToInt(part -> IntStream.of(Integer.parseInt(part)))
                .toArray();
    }
}
