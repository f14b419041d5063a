/**
 * The simulated database: the engine's port to its store, over virtual time, with everything that can go wrong between a
 * node and its database.
 *
 * <p>{@link dev.reeve.simulation.store.SimDatabase} outlives nodes; each of them opens it for itself. Behind it stands a
 * store that makes no mistakes: {@link dev.reeve.simulation.store.ModelStore}, or the real one on SQLite.
 */
@NullMarked
package dev.reeve.simulation.store;

import org.jspecify.annotations.NullMarked;
