package dev.reeve.internal.engine.archive;

import dev.reeve.spi.Archive;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An archive in a directory. Files are JSON Lines, compressed by gzip:
 * {@code 2026-03-01/2026-03-01T12.00.00-…-200.jsonl.gz}, by the day of the earliest end in them. A pending file is in
 * the directory itself and ends with {@code .pending}. Only one process may use a directory at a time. It locks the
 * file {@code archive.lock} meanwhile.
 *
 * <pre>{@code
 * NodeOptions.defaults()
 *         .withRetention(Duration.ofDays(90))
 *         .withArchive(DirectoryArchive.at(Path.of("/var/lib/shop/archive")));
 * }</pre>
 */
public final class DirectoryArchive implements Archive {

    private static final String FINAL = ".jsonl.gz";
    private static final String PENDING = FINAL + ".pending";
    private static final String WRITING = FINAL + ".writing";
    private static final String LOCK = "archive.lock";
    private static final int DATE_LENGTH = 10;
    private static final int BUFFER = 1 << 16;
    private static final Pattern NAME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d[A-Za-z0-9._-]{0,180}");

    private final Path directory;
    private final Duration gathering;
    private @Nullable FileChannel lockFile;
    private @Nullable FileLock lock;

    private DirectoryArchive(Path directory, Duration gathering) {
        this.directory = directory;
        this.gathering = gathering;
    }

    /** An archive in this directory. The directory is created when the engine opens. */
    public static DirectoryArchive at(Path directory) {
        return new DirectoryArchive(directory.toAbsolutePath().normalize(), Duration.ofMinutes(10));
    }

    /** Sets how long to wait for more executions before writing a file that is not full (default 10 minutes). */
    public DirectoryArchive gathering(Duration other) {
        if (other.isNegative()) {
            throw new IllegalArgumentException("gathering: expected zero or more, found " + other);
        }
        return new DirectoryArchive(directory, other);
    }

    @Override
    public Duration gathering() {
        return gathering;
    }

    @Override
    public List<String> open() throws IOException {
        Files.createDirectories(directory);
        if (lock == null) {
            takeLock();
        }
        List<String> pending = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(WRITING)) {
                    Files.delete(file); // unfinished, so none of its executions were removed
                } else if (name.endsWith(PENDING)) {
                    pending.add(name.substring(0, name.length() - PENDING.length()));
                }
            }
        }
        return pending;
    }

    private void takeLock() throws IOException {
        FileChannel channel =
                FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock taken = null;
        try {
            taken = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // locked by another engine in this process
        } finally {
            if (taken == null) {
                channel.close();
            }
        }
        if (taken == null) {
            throw new IOException(
                    "the archive %s is used by another engine; close that one, or give each a directory of its own"
                            .formatted(directory));
        }
        lockFile = channel;
        lock = taken;
    }

    private Path path(String name, String suffix) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("no name of an archive file: '%s'".formatted(name));
        }
        return directory.resolve(name + suffix);
    }

    @Override
    public void write(String name, Content content) throws IOException {
        Path writing = path(name, WRITING);
        boolean done = false;
        try {
            byte[] written = writeDurably(writing, content);
            if (!MessageDigest.isEqual(written, readBack(writing))) {
                throw new IOException("%s is not what was written to it; check the disk".formatted(writing));
            }
            Files.move(writing, path(name, PENDING), StandardCopyOption.ATOMIC_MOVE);
            sync(directory);
            done = true;
        } finally {
            if (!done) {
                Files.deleteIfExists(writing);
            }
        }
    }

    /** Returns the digest of the text. */
    private static byte[] writeDurably(Path file, Content content) throws IOException {
        MessageDigest digest = ArchiveText.sha256();
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            GZIPOutputStream compressed = new GZIPOutputStream(Channels.newOutputStream(channel), BUFFER);
            OutputStream text = new BufferedOutputStream(new DigestOutputStream(compressed, digest), BUFFER);
            content.writeTo(text);
            text.flush();
            compressed.finish();
            compressed.flush();
            channel.force(true);
        }
        return digest.digest();
    }

    private static byte[] readBack(Path file) throws IOException {
        MessageDigest digest = ArchiveText.sha256();
        try (InputStream text = new DigestInputStream(decompressed(file), digest)) {
            text.transferTo(OutputStream.nullOutputStream());
        }
        return digest.digest();
    }

    private static InputStream decompressed(Path file) throws IOException {
        InputStream bytes = Files.newInputStream(file);
        try {
            return new GZIPInputStream(bytes, BUFFER);
        } catch (IOException e) {
            try (bytes) {
                throw e;
            }
        }
    }

    @Override
    public InputStream read(String name) throws IOException {
        return decompressed(path(name, PENDING));
    }

    @Override
    public void seal(String name) throws IOException {
        Path pending = path(name, PENDING);
        Path day = directory.resolve(name.substring(0, DATE_LENGTH));
        Path sealed = day.resolve(name + FINAL);
        if (Files.exists(sealed) && !Files.exists(pending)) {
            return;
        }
        if (!Files.isDirectory(day)) {
            Files.createDirectories(day);
            sync(directory);
        }
        Files.move(pending, sealed, StandardCopyOption.ATOMIC_MOVE);
        sync(day);
        sync(directory);
    }

    @Override
    public void discard(String name) throws IOException {
        Files.deleteIfExists(path(name, PENDING));
        sync(directory);
    }

    /** Makes the names in a directory survive a crash of the machine. */
    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        FileChannel channel = lockFile;
        lock = null;
        lockFile = null;
        if (channel != null) {
            channel.close(); // releases the lock
        }
    }

    @Override
    public String toString() {
        return "archive in " + directory;
    }
}
