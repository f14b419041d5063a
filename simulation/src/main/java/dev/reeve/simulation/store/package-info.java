/**
 * The alternative to the model behind the simulated database of {@code dev.reeve.internal.test.store}: the production
 * store on SQLite, in memory.
 *
 * <p>Entered by {@code run} only.
 */
@NullMarked
package dev.reeve.simulation.store;

import org.jspecify.annotations.NullMarked;
