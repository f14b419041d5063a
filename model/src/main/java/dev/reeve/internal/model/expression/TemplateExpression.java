package dev.reeve.internal.model.expression;

/**
 * An expression of a template.
 *
 * @param path the path of its string in the template's JSON: empty for the JSON itself, otherwise as in
 *     {@code .lines[0].sku}
 */
public record TemplateExpression(String path, Expression expression) {}
