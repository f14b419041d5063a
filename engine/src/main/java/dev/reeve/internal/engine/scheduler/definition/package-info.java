/**
 * The deployed definitions, compiled on first use, and histories folded with them. Entered by the rooms of a lane, and
 * by those that read definitions or histories beside it: bulk operations, the inbox, retention, the node, the client,
 * the test kit and the simulation.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler.definition;

import org.jspecify.annotations.NullMarked;
