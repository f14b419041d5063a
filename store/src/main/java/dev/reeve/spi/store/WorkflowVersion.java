package dev.reeve.spi.store;

/** One version of a workflow within a namespace. */
public record WorkflowVersion(String workflow, int version) {}
