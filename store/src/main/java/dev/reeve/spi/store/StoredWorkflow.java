package dev.reeve.spi.store;

import dev.reeve.Json;

/**
 * A stored definition.
 *
 * @param content the definition in its canonical JSON form; two definitions are the same if these texts are the same
 */
public record StoredWorkflow(String namespace, String name, int version, Json content) {}
