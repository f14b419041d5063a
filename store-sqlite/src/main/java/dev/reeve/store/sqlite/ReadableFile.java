package dev.reeve.store.sqlite;

import java.nio.file.Path;

/** A file that readers can be opened on. Thread-safe. */
interface ReadableFile {

    Path path();

    /** A connection that cannot write. */
    Session openReader();

    /**
     * For whoever reads: looks whether the file is still the one that was opened.
     *
     * @throws dev.reeve.engine.store.StoreException if not
     */
    void verify();
}
