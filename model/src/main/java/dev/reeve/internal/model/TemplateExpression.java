package dev.reeve.internal.model;

/**
 * An expression of a template.
 *
 * @param path the path of its string in the template's JSON: empty for the JSON itself, otherwise as in
 *     {@code .lines[0].sku}
 */
record TemplateExpression(String path, Expression expression) {}
