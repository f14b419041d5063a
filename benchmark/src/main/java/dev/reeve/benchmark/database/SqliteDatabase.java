package dev.reeve.benchmark.database;

import dev.reeve.Reeve;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.benchmark.process.Progress;
import dev.reeve.spi.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A file in a separate directory. */
public final class SqliteDatabase implements Database {

    private final Path file;
    private final @Nullable Path temporary;

    private SqliteDatabase(Path file, @Nullable Path temporary) {
        this.file = file;
        this.temporary = temporary;
    }

    /** In a new directory. {@link #close} removes it. */
    public static SqliteDatabase temporary(Path parent) throws IOException {
        Path directory = Directories.create(parent);
        return new SqliteDatabase(directory.resolve("bench.db"), directory);
    }

    static SqliteDatabase at(Path file) {
        return new SqliteDatabase(file, null);
    }

    @Override
    public Store open() {
        return Stores.open(provider -> provider.open(file), "reeve-sqlite");
    }

    @Override
    public Reeve embedded() {
        return Reeve.open(file);
    }

    @Override
    public String describe() {
        return "sqlite, a file on " + file.getParent();
    }

    @Override
    public long serverCpuNanos() {
        return 0;
    }

    @Override
    public long sizeBytes() {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IllegalStateException(file + " has no directory");
        }
        long bytes = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path part : files.toList()) {
                if (part.getFileName().toString().startsWith(file.getFileName().toString())) {
                    bytes += Files.size(part);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes;
    }

    @Override
    public Map<String, Long> tableBytes() {
        Map<String, Long> bytes = new LinkedHashMap<>();
        bytes.put("file", sizeOf(file));
        bytes.put("write-ahead log", sizeOf(file.resolveSibling(file.getFileName() + "-wal")));
        return bytes;
    }

    private static long sizeOf(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void keep(KeptRows rows, Progress progress) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            rows.intoSqlite(connection, progress);
        } catch (SQLException e) {
            throw new UnusableDatabaseException("writing what is kept", e);
        }
    }

    @Override
    public List<String> childArguments() {
        return List.of("sqlite", file.toString());
    }

    @Override
    public RawWriter rawWriter() {
        return SqliteRawWriter.open(file.resolveSibling("raw.db"));
    }

    @Override
    public int rawWriters(int lanes) {
        return 1;
    }

    @Override
    public void close() {
        if (temporary != null) {
            Directories.delete(temporary);
        }
    }
}
