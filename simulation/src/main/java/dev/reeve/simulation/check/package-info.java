/**
 * Checks: what must hold for everything that is stored, sent and done, and what must have happened at least once.
 *
 * <p>Entered by {@code run} and by the world.
 */
@NullMarked
package dev.reeve.simulation.check;

import org.jspecify.annotations.NullMarked;
