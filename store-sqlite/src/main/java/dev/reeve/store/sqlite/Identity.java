package dev.reeve.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which files we opened, by what the operating system knows them by, so that one that was deleted, moved or replaced
 * meanwhile is noticed: whatever we wrote to it would be lost at the next start (F42).
 *
 * <p>It looks at names only and opens nothing: closing a second channel on a file that SQLite has locked would give away
 * SQLite's lock.
 */
final class Identity {

    private record Known(Path path, Object key) {}

    private final List<Known> files;

    private Identity(List<Known> files) {
        this.files = files;
    }

    /** Remembers the given files, all of which must exist. Where the operating system gives files no identity, nothing is noticed. */
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
     * Costs a look at each name, some microseconds.
     *
     * @throws dev.reeve.engine.store.StoreException if a file is not the one that it was
     */
    void verify() {
        for (Known file : files) {
            if (!file.key().equals(key(file.path()))) {
                throw Failures.unusable(
                        "%s was replaced while it was in use. Nothing more is written. Put the original back and start again, or start anew on the other one."
                                .formatted(file.path()));
            }
        }
    }

    private static @Nullable Object key(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            throw Failures.unusable(
                    "%s was deleted or moved while it was in use. Nothing more is written. Put it back, then start again."
                            .formatted(path),
                    e);
        } catch (IOException e) {
            throw Failures.unavailable("%s cannot be looked at: %s".formatted(path, e), e);
        }
    }
}
