package dev.reeve.engine.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/**
 * Where executions are kept when the store removes them. The engine writes a file of executions, which is pending at first, removes these
 * executions from the store, and then seals the file. After a crash in between, the store tells whether it removed them, and the pending
 * file is sealed or discarded. So each execution is in one sealed file, once.
 *
 * <p>{@link DirectoryArchive} keeps files in a directory; implement this for other places. The engine calls it from one thread, one method at
 * a time. Every method may block, and throws {@link IOException} if it cannot do what it says; the engine then warns, tries again
 * later, and removes nothing meanwhile.
 */
public interface Archive extends AutoCloseable {

    /** Writes what a file holds. */
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Takes the archive for this process, and gives the names of its pending files. May be called again, after trouble.
     *
     * @throws IOException if another process has it, or it cannot be used: the message says what to do
     */
    List<String> open() throws IOException;

    /**
     * Writes a pending file. When this returns, the file survives a crash of the machine, and was read back and found to be what was
     * written. A pending file of the same name is replaced.
     *
     * @param name letters, digits, dots, hyphens and underscores; it begins with the date of the first end in it, as in {@code 2026-03-01}
     * @throws IOException if nothing pending of this name is there now
     */
    void write(String name, Content content) throws IOException;

    /** What was written to a pending file; the caller closes it. */
    InputStream read(String name) throws IOException;

    /** Makes a pending file final, durably. Nothing, if it is final already. */
    void seal(String name) throws IOException;

    /** Deletes a pending file. Nothing, if there is none. */
    void discard(String name) throws IOException;

    /**
     * How long executions may be kept beyond their retention, so that a file holds many of them. Default: 10 minutes. More makes fewer and
     * larger files.
     */
    default Duration gathering() {
        return Duration.ofMinutes(10);
    }

    /** Gives the archive back. Pending files stay. */
    @Override
    void close() throws IOException;
}
