package dev.reeve.benchmark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directories for databases and ledgers. */
public final class Directories {

    private Directories() {}

    /**
     * A new directory on a real disk, never in memory, so that data can survive a power cut.
     *
     * @throws IOException if no such directory can be created
     */
    public static Path create(Path parent) throws IOException {
        Files.createDirectories(parent);
        Path directory = Files.createTempDirectory(parent, "reeve-bench-");
        String type = Files.getFileStore(directory).type();
        if (type.equals("tmpfs") || type.equals("ramfs")) {
            Files.delete(directory);
            throw new IOException(
                    "%s is in memory (%s), where syncing costs nothing; name a directory on a disk with --dir"
                            .formatted(parent, type));
        }
        return directory;
    }

    public static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + directory, e);
        }
    }
}
