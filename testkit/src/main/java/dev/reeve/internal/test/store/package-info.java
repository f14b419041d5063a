/**
 * The simulated database: the engine's store interface in virtual time, with all faults that can happen between a node
 * and its database. Shared by the simulator and the test kit; not for users.
 *
 * <p>{@link dev.reeve.internal.test.store.SimDatabase} outlives nodes, and each node opens it. Its rows are kept in a
 * store that injects no faults: {@link dev.reeve.internal.store.ModelStore}, or another.
 *
 * <p>Entered by {@code dev.reeve.test} and by the simulator.
 */
@NullMarked
package dev.reeve.internal.test.store;

import org.jspecify.annotations.NullMarked;
