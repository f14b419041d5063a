package dev.reeve.internal.document;

/**
 * How many a bulk operation would change.
 *
 * @param count the number of steps, or of executions
 */
public record BulkCountDocument(int count) implements Document {}
