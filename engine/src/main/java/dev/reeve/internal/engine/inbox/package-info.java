/**
 * Messages between the nodes of a cluster. {@link dev.reeve.internal.engine.inbox.InboxSender} stores those for
 * executions of other nodes, and gives the replies to the callers.
 * {@link dev.reeve.internal.engine.inbox.InboxReceiver} gives those of other nodes to the lanes, whose batches store
 * the replies. Entered by the node, by the client's room {@code execution}, and by the simulation.
 */
@NullMarked
package dev.reeve.internal.engine.inbox;

import org.jspecify.annotations.NullMarked;
