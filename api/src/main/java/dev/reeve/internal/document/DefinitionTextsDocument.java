package dev.reeve.internal.document;

import java.util.List;

/**
 * A request for the deployment of several definitions.
 *
 * @param definitions each as YAML or JSON
 */
public record DefinitionTextsDocument(List<String> definitions) implements Document {}
