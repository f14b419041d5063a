/** Writes drawings as SVG. */
@NullMarked
package dev.reeve.internal.drawing.svg;

import org.jspecify.annotations.NullMarked;
