@NullMarked
package dev.reeve.internal.drawing.svg;

import org.jspecify.annotations.NullMarked;
