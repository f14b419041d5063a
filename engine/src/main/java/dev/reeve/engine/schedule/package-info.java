/** Starts that come round again: when they are due, what is due, and having it started. */
@NullMarked
package dev.reeve.engine.schedule;

import org.jspecify.annotations.NullMarked;
