/**
 * Virtual time: what happens in a simulation, and when. Shared by the simulator and the test kit; not for users.
 *
 * <p>Entered by the simulated nodes and stores, by {@code dev.reeve.test} and by the simulator.
 */
@NullMarked
package dev.reeve.internal.test.timeline;

import org.jspecify.annotations.NullMarked;
