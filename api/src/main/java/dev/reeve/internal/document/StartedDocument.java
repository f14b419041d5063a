package dev.reeve.internal.document;

import dev.reeve.ExecutionId;

/**
 * An execution that was started, now or earlier with the same key.
 *
 * @param id its id
 */
public record StartedDocument(ExecutionId id) implements Document {}
