/**
 * Expressions in JSONata, and templates, which are JSON with expressions in it: reading, checking what they refer to,
 * and evaluating them within a budget of work. The only package that knows the JSONata library.
 *
 * <p>Knows no other package of the model.
 */
@NullMarked
package dev.reeve.internal.model.expression;

import org.jspecify.annotations.NullMarked;
