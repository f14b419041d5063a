package dev.reeve.internal.http.endpoint;

import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import java.nio.file.Path;

/** A file in the directory of the test. */
final class SqliteApiStore implements ApiStore {

    @Override
    public Reeve open(Path directory, NodeOptions options) {
        return Reeve.open(directory.resolve("api.db"), options);
    }
}
