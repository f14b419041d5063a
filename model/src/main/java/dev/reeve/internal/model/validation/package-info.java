/**
 * Checks that need a whole definition: the order of steps, references of expressions, pivots.
 *
 * <p>Knows definitions and expressions, and reports problems of the document. Only the readers know this package.
 */
@NullMarked
package dev.reeve.internal.model.validation;

import org.jspecify.annotations.NullMarked;
