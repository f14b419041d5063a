package dev.reeve.simulation.store;

import dev.reeve.internal.sqlite.SqliteStoreProvider;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The production store on SQLite, on an in-memory file system, so that a commit waits for no disk. Without such a file
 * system it uses a temporary file, which is slower.
 */
public final class MemoryFile {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private static final String NAME = "simulated.db";

    /** A file with only the schema. It is made once, because that takes longer than most runs. */
    private static byte @Nullable [] empty;

    private final Path directory;

    private MemoryFile(Path directory) {
        this.directory = directory;
    }

    /** Creates an empty one. */
    public static MemoryFile create() {
        try {
            byte[] content = empty();
            Path directory = newDirectory();
            Files.write(directory.resolve(NAME), content);
            return new MemoryFile(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A database in virtual time on a new file, so that runs execute the production store's SQL. */
    public static SimDatabase database(Timeline timeline, StoreFaults faults) {
        MemoryFile file = create();
        return SimDatabase.over(timeline, faults, file.open(), file::delete);
    }

    /** Opens the store. Only one store may be open at a time. */
    public Store open() {
        return open(directory);
    }

    /** The path, for tests that read or damage the file without the store. */
    public Path path() {
        return directory.resolve(NAME);
    }

    private static synchronized byte[] empty() throws IOException {
        byte[] known = empty;
        if (known == null) {
            Path directory = newDirectory();
            open(directory).close();
            known = Files.readAllBytes(directory.resolve(NAME));
            delete(directory);
            empty = known;
        }
        return known;
    }

    private static Path newDirectory() throws IOException {
        return Files.isWritable(SHARED_MEMORY)
                ? Files.createTempDirectory(SHARED_MEMORY, "reeve-simulated")
                : Files.createTempDirectory("reeve-simulated");
    }

    private static Store open(Path directory) {
        return new SqliteStoreProvider().open(directory.resolve(NAME)).orElseThrow();
    }

    /** Deletes the file. Call it after the store was closed. */
    public void delete() {
        try {
            delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException trouble) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
