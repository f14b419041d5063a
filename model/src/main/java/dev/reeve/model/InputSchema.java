package dev.reeve.model;

/**
 * The JSON Schema (2020-12) that the input of a start must satisfy.
 *
 * @param schema the schema as JSON
 */
public record InputSchema(Json schema) {}
