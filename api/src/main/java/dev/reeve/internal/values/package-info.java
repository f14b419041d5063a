/** JSON text, numbers, durations and times, below everything else. */
@NullMarked
package dev.reeve.internal.values;

import org.jspecify.annotations.NullMarked;
