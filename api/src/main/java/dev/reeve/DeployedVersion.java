package dev.reeve;

/**
 * A deployed version of a workflow.
 *
 * @param workflow its name
 * @param version its number
 */
public record DeployedVersion(String workflow, int version) {}
