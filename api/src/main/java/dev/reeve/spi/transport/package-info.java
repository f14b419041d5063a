/**
 * The messages between agents and a node, independent of the transport that carries them.
 *
 * <p>A message may be lost, repeated, late or reordered. The attempt token decides which reports count.
 *
 * <p>A type belongs here if it is part of such a message, or the interface that carries messages. Entered by agents
 * and clients, the engine, the handler of the HTTP API, the test kit and the simulator.
 */
@NullMarked
package dev.reeve.spi.transport;

import org.jspecify.annotations.NullMarked;
