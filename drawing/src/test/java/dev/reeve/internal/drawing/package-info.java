@NullMarked
package dev.reeve.internal.drawing;

import org.jspecify.annotations.NullMarked;
