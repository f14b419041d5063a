/**
 * The lanes. Each owns some shards, takes commands, lets the core decide, commits the batch and only then acts.
 * Entered by the node, the supervisor, retention, bulk operations, the client, the test kit and the simulation.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler;

import org.jspecify.annotations.NullMarked;
