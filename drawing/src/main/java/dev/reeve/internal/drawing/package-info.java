/**
 * Draws a definition: a {@code Drawing} says where each step and each edge is, as data that pages and programs can
 * show.
 *
 * <p>{@code Drawings} is the door. {@code Scene} turns the definition into cards, the package {@code layout} places
 * them, and the package {@code svg} writes the picture.
 *
 * <p>Entered by the command line, the endpoints of the handler, the benchmark and {@code svg}.
 */
@NullMarked
package dev.reeve.internal.drawing;

import org.jspecify.annotations.NullMarked;
