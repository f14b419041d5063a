/**
 * A process with an engine in it, in virtual time. What the simulator and the kit for users' tests both need; not meant for
 * users.
 */
@NullMarked
package dev.reeve.testkit.node;

import org.jspecify.annotations.NullMarked;
