/** A simulated process with an engine, in virtual time. Shared by the simulator and the test kit; not for users. */
@NullMarked
package dev.reeve.internal.test.node;

import org.jspecify.annotations.NullMarked;
