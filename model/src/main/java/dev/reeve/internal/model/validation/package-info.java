/**
 * Checks that need a whole definition: the order of steps, references of expressions, what the schemas say about them,
 * steps that never run, pivots.
 *
 * <p>Knows definitions, expressions and schemas, and reports problems of the document. Only the readers know this
 * package.
 */
@NullMarked
package dev.reeve.internal.model.validation;

import org.jspecify.annotations.NullMarked;
