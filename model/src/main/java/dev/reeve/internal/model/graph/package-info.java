/**
 * Draws a definition as DOT, Mermaid or text, and describes its steps in a line each.
 *
 * <p>Knows definitions and their expressions. No other package of the model knows it.
 */
@NullMarked
package dev.reeve.internal.model.graph;

import org.jspecify.annotations.NullMarked;
