package dev.reeve.internal.sqlite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * A file that is only read, and that another process may own. Takes no lock, and creates, migrates or marks nothing.
 * SQLite's log allows reads of committed data while another process writes.
 */
final class BorrowedFile implements ReadableFile {

    private final Path path;
    private final Connections connections;
    private final Identity identity;

    private BorrowedFile(Path path) {
        this.path = path;
        connections = new Connections(path);
        identity = Identity.of(path);
    }

    static BorrowedFile open(Path given) {
        Path path = Place.check(given);
        if (!Files.exists(path)) {
            throw SqliteErrors.unavailable(
                    "There is no file %s. Give the path of a store that an engine has made.".formatted(path), null);
        }
        BorrowedFile file = new BorrowedFile(path);
        try (Session session = file.openReader()) {
            Connections.verifyVersion(session);
            int version = SqliteMigrations.check(session, path);
            if (version == 0) {
                throw SqliteErrors.unusable("%s is empty: no engine has made a store of it yet.".formatted(path));
            }
            if (version < SqliteMigrations.newest()) {
                throw SqliteErrors.unusable(
                        "%s was written by an older release: its schema is number %d, and this release reads %d. Open it with an engine of this release once, or read it with the older one."
                                .formatted(path, version, SqliteMigrations.newest()));
            }
        } catch (SQLException e) {
            throw SqliteErrors.of("Opening", path, e);
        }
        return file;
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

    @Override
    public void verify() {
        identity.verify();
    }
}
