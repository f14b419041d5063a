package dev.reeve.internal.document;

/**
 * An action that was resumed.
 *
 * @param action the action
 * @param actor who resumed it
 */
public record ServiceResumedDocument(String action, String actor) implements Document {}
