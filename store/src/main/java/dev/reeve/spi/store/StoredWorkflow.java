package dev.reeve.spi.store;

import dev.reeve.Json;

/**
 * A stored definition. Namespace, name and version identify it. It never changes, and can be removed.
 *
 * @param namespace the namespace in which it was deployed
 * @param name the name of the workflow; its groups are part of the content and have no definitions of their own
 * @param version from 1 on
 * @param content the definition in its canonical JSON form; two definitions are the same if these texts are the same
 */
public record StoredWorkflow(String namespace, String name, int version, Json content) {}
