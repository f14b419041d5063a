package dev.reeve.internal.sqlite;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.ProgressHandler;

/**
 * One file that this process owns: checked, locked and migrated. Its content is checked for damage if the previous
 * owner did not close it in order.
 */
final class SqliteFile implements ReadableFile, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteFile.class);

    /** The maximum time by which checking a large file may delay a start. */
    private static final Duration CHECK_TIME_MAX = Duration.ofSeconds(30);

    private static final int CHECK_STEPS = 100_000;

    private final Path path;
    private final ExclusiveLock lock;
    private final Connections connections;
    private final Identity files;

    /** The identity of the log, which is created anew after the last connection was closed. */
    private volatile Identity log;

    private SqliteFile(Path path, ExclusiveLock lock, Connections connections) {
        this.path = path;
        this.lock = lock;
        this.connections = connections;
        files = Identity.of(path, lock.path());
        log = Identity.of();
    }

    static SqliteFile open(Path given, InstantSource clock) {
        Path path = Place.check(given);
        ExclusiveLock lock = ExclusiveLock.take(path);
        SqliteFile file = null;
        try {
            Connections connections = new Connections(path);
            prepare(path, connections, clock);
            file = new SqliteFile(path, lock, connections);
            return file;
        } catch (SQLException e) {
            throw SqliteErrors.of("Opening", path, e);
        } finally {
            if (file == null) {
                lock.close();
            }
        }
    }

    private static void prepare(Path path, Connections connections, InstantSource clock) throws SQLException {
        int version;
        try (Session session = connections.bare()) {
            Connections.verifyVersion(session);
            version = SqliteMigrations.check(session, path);
        }
        try (Session session = connections.writer()) {
            SqliteMigrations.migrate(session, path, version);
            checkAfterUncleanStop(session, path, clock);
            PreparedStatement opened = session.prepared(Blocks.OPENED);
            opened.setString(1, "pid " + ProcessHandle.current().pid());
            opened.setLong(2, ColumnValues.micros(clock.instant()));
            opened.executeUpdate();
        }
    }

    private static void checkAfterUncleanStop(Session session, Path path, InstantSource clock) throws SQLException {
        try (ResultSet state = session.prepared(Blocks.STATE).executeQuery()) {
            if (state.getInt(1) == 1) {
                return;
            }
            LOG.info("{} was not closed in order by {}. It is looked through for damage.", path, state.getString(2));
        }
        Instant begin = clock.instant();
        Instant end = begin.plus(CHECK_TIME_MAX);
        ProgressHandler.setHandler(session.connection(), CHECK_STEPS, new ProgressHandler() {
            @Override
            protected int progress() {
                return clock.instant().isAfter(end) ? 1 : 0;
            }
        });
        String found;
        try {
            found = session.pragma("quick_check(1)");
        } catch (SQLException e) {
            if (clock.instant().isAfter(end)) {
                LOG.warn("{} is too large to be looked through in {}; work goes on without.", path, CHECK_TIME_MAX);
                return;
            }
            throw e;
        } finally {
            ProgressHandler.clearHandler(session.connection());
        }
        if (!found.equals("ok")) {
            throw SqliteErrors.unusable(
                    "%s is damaged: %s. Restore a backup, or save what can be saved with 'sqlite3 %s .recover'."
                            .formatted(path, found, path));
        }
        LOG.info("{} is undamaged; looking took {}.", path, Duration.between(begin, clock.instant()));
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public Session openReader() {
        verify();
        return connections.reader();
    }

    /** The only connection that writes; at most one may be open. */
    Session openWriter() {
        files.verify();
        Session session = null;
        try {
            session = connections.writer();
            // The first read of the file creates the log.
            session.number(Blocks.TABLES);
            files.verify();
            log = Identity.of(path.resolveSibling(path.getFileName() + "-wal"));
            Session opened = session;
            session = null;
            return opened;
        } catch (SQLException e) {
            throw SqliteErrors.of("Opening", path, e);
        } finally {
            if (session != null) {
                closeQuietly(session);
            }
        }
    }

    /** Closes a connection that is not needed any more. */
    static void closeQuietly(Session session) {
        try {
            session.close();
        } catch (SQLException e) {
            // It contains nothing that could be lost: every transaction was ended before.
            LOG.debug("Closing a connection failed.", e);
        }
    }

    @Override
    public void verify() {
        files.verify();
    }

    /**
     * Verifies the file and the log before a write. Only the writer may check the log, since it is created and removed
     * with the writer.
     *
     * @throws dev.reeve.spi.store.StoreException if it is not the one that was opened
     */
    void verifyWithLog() {
        files.verify();
        log.verify();
    }

    /** Marks the file as closed in order, and moves the log into it. */
    void markClosed(Session writer) throws SQLException {
        writer.run(Blocks.CLOSED);
        try (Statement statement = writer.connection().createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
