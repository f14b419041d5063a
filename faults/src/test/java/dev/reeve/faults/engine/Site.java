package dev.reeve.faults.engine;

import java.nio.file.Path;

/** The files of a test: a ledger, and perhaps a store. */
public record Site(Path directory) {

    public Path ledger() {
        return directory.resolve("ledger");
    }

    /** The place of a store in a file. */
    public Place sqlite() {
        return Place.file(directory.resolve("reeve.db"));
    }
}
