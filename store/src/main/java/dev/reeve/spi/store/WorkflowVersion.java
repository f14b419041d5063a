package dev.reeve.spi.store;

/**
 * One version of a workflow within a namespace.
 *
 * @param workflow the name of the workflow, or of a group, as in {@link ExecutionRow#workflow}
 * @param version from 1 on
 */
public record WorkflowVersion(String workflow, int version) {}
