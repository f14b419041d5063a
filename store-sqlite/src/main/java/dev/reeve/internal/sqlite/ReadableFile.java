package dev.reeve.internal.sqlite;

import java.nio.file.Path;

/** A file on which readers can be opened. Thread-safe. */
interface ReadableFile {

    Path path();

    /** A read-only connection. */
    Session openReader();

    /**
     * Verifies, before a read, that the file is still the one that was opened.
     *
     * @throws dev.reeve.spi.store.StoreException if it is not
     */
    void verify();
}
