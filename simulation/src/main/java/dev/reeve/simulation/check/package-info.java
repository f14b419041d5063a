/**
 * Judges: what must hold of everything that is stored, told and done, and what must have happened at least once.
 */
@NullMarked
package dev.reeve.simulation.check;

import org.jspecify.annotations.NullMarked;
