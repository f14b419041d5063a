/**
 * A simulated process with an engine, in virtual time. Shared by the simulator and the test kit; not for users.
 *
 * <p>Entered by {@code dev.reeve.test} and by the world of the simulator.
 */
@NullMarked
package dev.reeve.internal.test.node;

import org.jspecify.annotations.NullMarked;
