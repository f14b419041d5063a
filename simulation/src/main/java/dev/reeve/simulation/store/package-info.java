/**
 * What stands behind the simulated database of {@code dev.reeve.testkit.store} when it is not the model: the production
 * store on SQLite, in memory.
 */
@NullMarked
package dev.reeve.simulation.store;

import org.jspecify.annotations.NullMarked;
