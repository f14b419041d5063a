/**
 * The simulated database: the engine's port to its store, over virtual time, with everything that can go wrong between a
 * node and its database. What the simulator and the kit for users' tests both need; not meant for users.
 *
 * <p>{@link dev.reeve.testkit.store.SimDatabase} outlives nodes; each of them opens it for itself. Behind it stands a store
 * that makes no mistakes: {@link dev.reeve.testkit.store.ModelStore}, or another.
 */
@NullMarked
package dev.reeve.testkit.store;

import org.jspecify.annotations.NullMarked;
