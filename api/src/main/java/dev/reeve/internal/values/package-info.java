/**
 * JSON text, numbers, durations and times, which all modules share (ADR 29).
 *
 * <p>Knows no other package, except the exceptions and ids that users know.
 *
 * <p>Entered by almost all modules, so only what several of them need belongs here.
 */
@NullMarked
package dev.reeve.internal.values;

import org.jspecify.annotations.NullMarked;
