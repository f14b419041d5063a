package dev.reeve.internal.document;

/**
 * An action that was resumed.
 *
 * @param action the action
 * @param actor the actor of the resumption
 */
public record ServiceResumedDocument(String action, String actor) implements Document {}
