/**
 * JSON Schemas, evaluated within the same budget of work as expressions. The only package that knows the library for
 * JSON Schema.
 *
 * <p>Knows only the expressions' budget, their exceptions, and the check of regular expressions.
 */
@NullMarked
package dev.reeve.internal.model.schema;

import org.jspecify.annotations.NullMarked;
