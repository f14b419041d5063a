/**
 * Proves that the simulator sees: each planted bug breaks one rule in the real sources, and must be found.
 */
@NullMarked
package dev.reeve.simulation.planted;

import org.jspecify.annotations.NullMarked;
