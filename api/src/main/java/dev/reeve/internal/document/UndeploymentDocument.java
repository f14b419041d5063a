package dev.reeve.internal.document;

/**
 * A definition that was removed.
 *
 * @param workflow the name of the workflow
 * @param version its version
 * @param actor the actor of the removal
 */
public record UndeploymentDocument(String workflow, int version, String actor) implements Document {}
