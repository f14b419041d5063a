package dev.reeve.internal.document;

import java.util.Map;

/**
 * The settings of a server.
 *
 * @param settings the values by name, with stars for secrets
 */
public record SettingsDocument(Map<String, String> settings) implements Document {}
