package dev.reeve.internal.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a second engine away from a file. Takes an operating system lock on a side file {@code NAME-lock}, which ends
 * with the process in every case. Sets a system property for a second engine in the same process.
 *
 * <p>The property must be checked first. POSIX locks belong to the process, and closing any channel on the side file,
 * as a second attempt in this process would, releases the lock. It is a system property and not a static field because
 * two class loaders have two sets of static fields.
 */
final class ExclusiveLock implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ExclusiveLock.class);

    private static final String PROPERTY = "dev.reeve.store.sqlite.open:";
    private static final int HOLDER_LENGTH_MAX = 200;

    /** The content of a lock file. After a crash it can be half written, or empty. */
    private static final Pattern OURS = Pattern.compile("p?i?d? ?[0-9]*|pid unknown");

    private final Path path;
    private final String property;
    private final FileChannel channel;
    private final FileLock lock;

    private ExclusiveLock(Path path, String property, FileChannel channel, FileLock lock) {
        this.path = path;
        this.property = property;
        this.channel = channel;
        this.lock = lock;
    }

    Path path() {
        return path;
    }

    /**
     * Takes the lock or fails at once.
     *
     * @param file without links, so that one file has one name
     */
    static ExclusiveLock take(Path file) {
        Path path = sideFile(file);
        String property = PROPERTY + path;
        if (System.getProperties().putIfAbsent(property, "open") != null) {
            throw SqliteErrors.unusable(
                    "%s is open in this process already. Use the store that is open, or close it first."
                            .formatted(file));
        }
        ExclusiveLock taken = null;
        try {
            taken = lock(file, path, property);
            return taken;
        } finally {
            if (taken == null) {
                System.getProperties().remove(property);
            }
        }
    }

    private static ExclusiveLock lock(Path file, Path path, String property) {
        FileChannel channel = null;
        FileLock lock = null;
        try {
            requirePlain(path);
            channel = FileChannel.open(
                    path,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            lock = channel.tryLock();
            if (lock == null) {
                throw SqliteErrors.unusable(
                        "%s is in use by another process (%s). Stop that one, or give another file; one process at a time can use it."
                                .formatted(file, holder(channel)));
            }
            requireOurs(path, channel);
            ByteBuffer pid =
                    ByteBuffer.wrap(("pid " + ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8));
            channel.truncate(0);
            channel.write(pid, 0);
            ExclusiveLock taken = new ExclusiveLock(path, property, channel, lock);
            channel = null;
            return taken;
        } catch (OverlappingFileLockException e) {
            throw SqliteErrors.unusable("%s is already open in this process. Close that one first.".formatted(file), e);
        } catch (IOException e) {
            throw SqliteErrors.unavailable("The lock file %s cannot be taken: %s".formatted(path, e), e);
        } finally {
            close(channel);
        }
    }

    /** A link would let anyone who can write to the directory redirect this write into another file of ours. */
    private static void requirePlain(Path path) {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw SqliteErrors.unusable(
                    "%s, which has to be the lock file of the store, is %s. Remove it, then start again."
                            .formatted(path, Files.isSymbolicLink(path) ? "a symbolic link" : "no regular file"));
        }
    }

    /** Does not overwrite a file of another program, even if it has the name of the lock file. */
    private static void requireOurs(Path path, FileChannel channel) throws IOException {
        if (channel.size() > HOLDER_LENGTH_MAX
                || (channel.size() > 0 && !OURS.matcher(holder(channel)).matches())) {
            throw SqliteErrors.unusable(
                    "%s, which has to be the lock file of the store, holds something else. Move it away, then start again."
                            .formatted(path));
        }
    }

    /**
     * The process that has the file, for people; empty if none has. Takes no lock.
     *
     * @param file without links
     */
    static Optional<String> holderOf(Path file) {
        Path path = sideFile(file);
        if (System.getProperties().containsKey(PROPERTY + path)) {
            return Optional.of("this process");
        }
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        requirePlain(path);
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            FileLock free = channel.tryLock();
            if (free == null) {
                return Optional.of(holder(channel));
            }
            free.release();
            return Optional.empty();
        } catch (OverlappingFileLockException e) {
            return Optional.of("this process");
        } catch (IOException e) {
            throw SqliteErrors.unavailable("The lock file %s cannot be looked at: %s".formatted(path, e), e);
        }
    }

    private static Path sideFile(Path file) {
        return file.resolveSibling(file.getFileName() + "-lock");
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(HOLDER_LENGTH_MAX);
        channel.read(buffer, 0);
        String text = new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? "pid unknown" : text;
    }

    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // Nothing was written that could be lost, and the caller receives the first error.
            LOG.debug("Closing the lock file failed.", e);
        }
    }

    /** Keeps the side file: deleting it could delete the one that a third process has just locked. */
    @Override
    public void close() {
        try {
            lock.release();
        } catch (IOException e) {
            // Closing the channel releases it as well.
            LOG.debug("Releasing {} failed.", path, e);
        } finally {
            close(channel);
            System.getProperties().remove(property);
        }
    }
}
