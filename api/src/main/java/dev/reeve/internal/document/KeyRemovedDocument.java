package dev.reeve.internal.document;

/**
 * A removed key.
 *
 * @param name its name
 */
public record KeyRemovedDocument(String name) implements Document {}
