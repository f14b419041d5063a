package dev.reeve.internal.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files that were opened, as the operating system identifies them. Detects a file that was deleted, moved or
 * replaced meanwhile: everything written to it would be lost at the next start (F42).
 *
 * <p>It looks at names only and opens nothing: closing a second channel on a file that SQLite has locked would release
 * SQLite's lock.
 */
final class Identity {

    private record Known(Path path, Object key) {}

    private final List<Known> files;

    private Identity(List<Known> files) {
        this.files = files;
    }

    /**
     * Records the given files, all of which must exist. Detects nothing where the operating system does not identify
     * files.
     */
    static Identity of(Path... paths) {
        List<Known> files = new ArrayList<>();
        for (Path path : paths) {
            Object key = key(path);
            if (key != null) {
                files.add(new Known(path, key));
            }
        }
        return new Identity(List.copyOf(files));
    }

    /**
     * Looks at each name, which takes some microseconds.
     *
     * @throws dev.reeve.spi.store.StoreException if a file is not the one that was opened
     */
    void verify() {
        for (Known file : files) {
            if (!file.key().equals(key(file.path()))) {
                throw SqliteErrors.unusable(
                        "%s was replaced while it was in use. Nothing more is written. Put the original back and start again, or start anew on the other one."
                                .formatted(file.path()));
            }
        }
    }

    private static @Nullable Object key(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            throw SqliteErrors.unusable(
                    "%s was deleted or moved while it was in use. Nothing more is written. Put it back, then start again."
                            .formatted(path),
                    e);
        } catch (IOException e) {
            throw SqliteErrors.unavailable("%s cannot be looked at: %s".formatted(path, e), e);
        }
    }
}
