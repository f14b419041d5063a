/** A simulated process with an engine, in virtual time. Shared by the simulator and the test kit; not for users. */
@NullMarked
package dev.reeve.testkit.node;

import org.jspecify.annotations.NullMarked;
