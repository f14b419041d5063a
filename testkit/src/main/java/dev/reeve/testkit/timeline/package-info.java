/**
 * Virtual time: what happens in a simulation, and when. What the simulator and the kit for users' tests both need; not meant
 * for users.
 */
@NullMarked
package dev.reeve.testkit.timeline;

import org.jspecify.annotations.NullMarked;
