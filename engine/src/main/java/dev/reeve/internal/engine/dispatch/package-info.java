/**
 * Hands ready steps to agents with free slots, and receives their reports. Entered by the rooms of a lane, the
 * supervisor, the mail, the node, the client, which shows what waits, and the simulation.
 */
@NullMarked
package dev.reeve.internal.engine.dispatch;

import org.jspecify.annotations.NullMarked;
