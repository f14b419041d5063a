@NullMarked
package dev.reeve.internal.drawing.layout;

import org.jspecify.annotations.NullMarked;
