package dev.reeve.engine.store;

import dev.reeve.model.Json;

/**
 * A stored definition.
 *
 * @param content the definition in its canonical JSON form; two definitions are the same if these texts are the same
 */
public record StoredWorkflow(String namespace, String name, int version, Json content) {}
