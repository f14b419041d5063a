/**
 * The one store in memory: for simulations, for the test kit, and for tests of what stands on a store. Entered by the
 * test kit and the simulation.
 */
@NullMarked
package dev.reeve.internal.store;

import org.jspecify.annotations.NullMarked;
