/** Micrometer metrics of an engine. */
@NullMarked
package dev.reeve.micrometer;

import org.jspecify.annotations.NullMarked;
