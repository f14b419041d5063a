/** Virtual time: what happens in a simulation, and when. Shared by the simulator and the test kit; not for users. */
@NullMarked
package dev.reeve.internal.test.timeline;

import org.jspecify.annotations.NullMarked;
