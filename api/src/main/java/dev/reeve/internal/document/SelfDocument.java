package dev.reeve.internal.document;

import java.util.List;
import java.util.Map;

/**
 * The caller and its roles.
 *
 * @param name that is recorded for what the caller does
 * @param namespace that the request was about
 * @param roles by namespace
 */
public record SelfDocument(String name, String namespace, Map<String, List<String>> roles) implements Document {}
