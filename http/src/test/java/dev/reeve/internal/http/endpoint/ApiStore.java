package dev.reeve.internal.http.endpoint;

import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import java.nio.file.Path;

/** A kind of store with which the API is tested. */
public interface ApiStore {

    /** An engine on a new store. */
    Reeve open(Path directory, NodeOptions options);
}
