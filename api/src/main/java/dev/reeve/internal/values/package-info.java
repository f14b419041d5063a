/**
 * JSON text, numbers, durations and times, which all modules share (ADR 29).
 *
 * <p>Knows no other package, except the exceptions and ids that users know.
 */
@NullMarked
package dev.reeve.internal.values;

import org.jspecify.annotations.NullMarked;
