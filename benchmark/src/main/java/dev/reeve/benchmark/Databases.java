package dev.reeve.benchmark;

import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;

/** Locates databases, and directories for them. */
final class Databases {

    private Databases() {}

    static Store open(Function<StoreProvider, Optional<Store>> opening, String module) {
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            Optional<Store> store = opening.apply(provider);
            if (store.isPresent()) {
                return store.get();
            }
        }
        throw new IllegalStateException("no store on the class path; add the dependency dev.reeve:" + module);
    }

    /** The database that {@link Database#childArguments} names. */
    static Database ofChild(List<String> arguments) {
        return switch (arguments.getFirst()) {
            case "sqlite" -> SqliteDatabase.at(Path.of(arguments.get(1)));
            case "postgres" -> PostgresDatabase.at(arguments.get(1), arguments.get(2), arguments.get(3));
            default -> throw new IllegalArgumentException("expected sqlite or postgres, found " + arguments);
        };
    }

    /**
     * A new directory on a real disk, never in memory, so that data can survive a power cut.
     *
     * @throws IOException if no such directory can be created
     */
    static Path directory(Path parent) throws IOException {
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

    static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + directory, e);
        }
    }
}
