/**
 * Writes drawings as SVG.
 *
 * <p>Entered by the command line, the endpoints of the handler and the benchmark.
 */
@NullMarked
package dev.reeve.internal.drawing.svg;

import org.jspecify.annotations.NullMarked;
