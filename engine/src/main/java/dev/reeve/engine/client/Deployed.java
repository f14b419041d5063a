package dev.reeve.engine.client;

/**
 * @param created false if the very same definition had been deployed before
 */
public record Deployed(String workflow, int version, boolean created) {}
