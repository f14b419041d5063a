/**
 * The requests to a lane and their answers: starts, commands, refusals and ends. Everything that asks a lane for
 * something enters here. These are the lanes, the inbox, the node, the client, the test kit and the simulation.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler.message;

import org.jspecify.annotations.NullMarked;
