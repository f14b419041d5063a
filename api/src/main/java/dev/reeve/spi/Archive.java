package dev.reeve.spi;

import dev.reeve.internal.provider.Providers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Keeps executions after their removal from the store. The engine writes a file of executions, which is pending at
 * first. It then removes these executions from the store, and then seals the file. After a crash in between, the store
 * tells whether it removed them, and the pending file is sealed or discarded. Each execution is thus in exactly one
 * sealed file, once.
 *
 * <p>{@link #directory} keeps files in a directory. Implement this interface for other places. The engine calls
 * it from one thread, one method at a time. Every method may block. A method that fails throws {@link IOException}. The
 * engine then logs a warning, retries later, and removes nothing meanwhile.
 */
public interface Archive extends AutoCloseable {

    /** An archive in this directory. The directory is created when the engine opens. */
    static Archive directory(Path directory) {
        return directory(directory, Duration.ofMinutes(10));
    }

    /**
     * An archive in this directory. The directory is created when the engine opens.
     *
     * @param gathering how long to wait for more executions before writing a file that is not full
     */
    static Archive directory(Path directory, Duration gathering) {
        return Providers.reeve().directory(directory, gathering);
    }

    /** Writes the content of a file. */
    @FunctionalInterface
    interface Content {
        /** Writes the content to this stream. The caller closes the stream. */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Opens the archive exclusively for this process, and returns the names of its pending files. May be repeated after
     * an error.
     *
     * @throws IOException if another process has the archive, or it cannot be used; the message says what to do
     */
    List<String> open() throws IOException;

    /**
     * Writes a pending file. When this method returns, the file survives a crash of the machine, and its content was
     * read back and verified. A pending file of the same name is replaced.
     *
     * @param name letters, digits, dots, hyphens and underscores; begins with the date of the earliest end in the file,
     *     as in {@code 2026-03-01}
     * @throws IOException if the write failed; no pending file of this name exists then
     */
    void write(String name, Content content) throws IOException;

    /** Reads a pending file. The caller closes the stream. */
    InputStream read(String name) throws IOException;

    /** Makes a pending file final, durably. Does nothing if it is final already. */
    void seal(String name) throws IOException;

    /** Deletes a pending file. Does nothing if it does not exist. */
    void discard(String name) throws IOException;

    /**
     * How long executions may be kept beyond their retention, so that a file collects many of them (default 10
     * minutes). A longer time gives fewer and larger files.
     */
    default Duration gathering() {
        return Duration.ofMinutes(10);
    }

    /** Closes the archive. Pending files stay. */
    @Override
    void close() throws IOException;
}
