package dev.reeve.benchmark.database;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * A copy of a server's data for a standby, made while the server works. It does what {@code pg_basebackup} does, which
 * the embedded server does not have.
 *
 * @see <a
 *     href="https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP">PostgreSQL:
 *     the low level API</a>
 */
final class BaseBackup extends SimpleFileVisitor<Path> {

    /** The standby fetches the log from the server. The rest belongs to running processes. */
    private static final Set<String> ONLY_DIRECTORY = Set.of(
            "pg_wal",
            "pg_replslot",
            "pg_dynshmem",
            "pg_notify",
            "pg_serial",
            "pg_snapshots",
            "pg_stat_tmp",
            "pg_subtrans");

    private static final Set<String> OMITTED = Set.of("postmaster.pid", "postmaster.opts", "epg-lock");

    private final Path from;
    private final Path to;

    private BaseBackup(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    /** @param to must not exist */
    static void copy(String url, Path from, Path to) throws IOException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_backup_start('standby', true)");
            Files.walkFileTree(from, new BaseBackup(from, to));
            try (ResultSet rows = statement.executeQuery("select labelfile from pg_backup_stop(false)")) {
                rows.next();
                Path label = Files.writeString(to.resolve("backup_label"), rows.getString(1));
                // the server renames it, and may run as another user than this program
                Files.setOwner(label, Files.getOwner(from));
            }
        } catch (SQLException e) {
            throw new UnusableDatabaseException("copying " + from, e);
        }
    }

    private Path target(Path source) {
        return to.resolve(from.relativize(source));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
        Files.copy(directory, target(directory), StandardCopyOption.COPY_ATTRIBUTES);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Path relative = from.relativize(file);
        boolean omitted = OMITTED.contains(relative.toString())
                || ONLY_DIRECTORY.contains(relative.getName(0).toString());
        if (!omitted) {
            try {
                Files.copy(file, to.resolve(relative), StandardCopyOption.COPY_ATTRIBUTES);
            } catch (NoSuchFileException e) {
                // the server has removed it, and says so in its log
            }
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }
}
